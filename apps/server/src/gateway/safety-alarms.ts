// Active-safety items of a report in neutral words. What they mean as events is told by the contract's table of origins.
import { alarmSignKey, toHex, type LocationItem } from '@outrider/jt808';
import type { SafetyAlarm } from '../kernel/topics.ts';

const sources = new Map<number, SafetyAlarm['source']>([
  [0x64, 'assistance'],
  [0x65, 'driver'],
  [0x66, 'tyre'],
  [0x67, 'blind-spot'],
  [0x70, 'harsh'],
]);
const flags = ['once', 'start', 'end'] as const;
const LEFT = 1;
/** Tyre bit 0 is a periodic report, no alarm. */
const TYRE_BITS = [1, 2, 3, 4, 5, 6, 7] as const;

export const safetyAlarms = (items: readonly LocationItem[]): SafetyAlarm[] =>
  items.flatMap((item) => {
    const source = sources.get(item.id);
    const { value } = item;
    if (source === undefined || value === undefined || !('alarmId' in value)) return [];
    const { alarmSign } = value;
    const head = {
      source,
      flag: flags[value.flag] ?? 'once',
      alarmId: value.alarmId,
      sign: toHex(alarmSign.raw),
      signKey: alarmSignKey(alarmSign),
      attachments: alarmSign.attachments,
    };
    if ('tires' in value) {
      const bits = value.tires.reduce((all, tire) => all | tire.alarmBits, 0);
      return TYRE_BITS.filter((bit) => (bits & (1 << bit)) !== 0).map((type) => ({ ...head, type, level: 0 }));
    }
    const alarm: SafetyAlarm = { ...head, type: value.type, level: 'level' in value ? value.level : 0 };
    if ('deviation' in value && value.deviation > 0) alarm.side = value.deviation === LEFT ? 'left' : 'right';
    return [alarm];
  });

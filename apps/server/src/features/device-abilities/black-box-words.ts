// How the blocks of a driving recorder read, in the languages of the console: their names, and what is in those that are more than numbers of
// each second. A block that is shorter than the standard says is shown in bytes.
import type { LogPageLanguage } from '@outrider/contract';

type Words = Readonly<Record<LogPageLanguage, string>>;
const words = (en: string, cn: string, tw: string): Words => ({ en, cn, tw });

const NAMES: Readonly<Record<number, Words>> = {
  0x00: words('Standard version', '标准版本', '標準版本'),
  0x01: words('Driver', '驾驶人', '駕駛人'),
  0x02: words('Clock', '实时时间', '即時時間'),
  0x03: words('Odometer', '累计行驶里程', '累計行駛里程'),
  0x04: words('Pulses a kilometre', '脉冲系数', '脈衝係數'),
  0x05: words('Vehicle', '车辆信息', '車輛資訊'),
  0x06: words('Signals', '状态信号配置', '狀態訊號配置'),
  0x07: words('Number of the recorder', '记录仪唯一性编号', '記錄儀唯一編號'),
  0x08: words('Speed', '行驶速度', '行駛速度'),
  0x09: words('Positions', '位置信息', '位置資訊'),
  0x10: words('Accidents', '事故疑点', '事故疑點'),
  0x11: words('Driving for too long', '超时驾驶', '超時駕駛'),
  0x12: words('Drivers', '驾驶人身份', '駕駛人身分'),
  0x13: words('Power', '外部供电', '外部供電'),
  0x14: words('Changes of settings', '参数修改', '參數修改'),
  0x15: words('Speed beside the position', '速度状态日志', '速度狀態日誌'),
};
const ON = words('on', '通电', '通電');
const OFF = words('off', '断电', '斷電');
const IN = words('in', '登录', '登入');
const OUT = words('out', '退出', '登出');
const SINCE = words('{km} km since {time}', '自 {time} 起 {km} 公里', '自 {time} 起 {km} 公里');

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const gbk = new TextDecoder('gbk');
const textOf = (bytes: Uint8Array): string =>
  gbk
    .decode(bytes)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
/** '2026-11-23 17:40:01' of six BCD bytes, the recorder's own time. */
export const recorderTime = (bytes: Uint8Array): string => {
  const [year = '', month, day, hour, minute, second] = hexOf(bytes.subarray(0, 6)).match(/../g) ?? [];
  return `20${year}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** `bytes`: how many a reading takes; with `many` so many again and again. */
type Reading = { bytes: number; many?: true; read: (data: Uint8Array, lang: LogPageLanguage) => string };
const READINGS: Readonly<Record<number, Reading>> = {
  0x00: { bytes: 2, read: (data) => `GB/T 19056-20${hexOf(data.subarray(0, 1))} (${data[1] ?? 0})` },
  0x01: { bytes: 18, read: textOf },
  0x02: { bytes: 6, read: recorderTime },
  0x03: {
    bytes: 20,
    read: (data, lang) =>
      SINCE[lang]
        .replace('{km}', (Number(hexOf(data.subarray(16, 20))) / 10).toFixed(1))
        .replace('{time}', recorderTime(data.subarray(6))),
  },
  0x04: { bytes: 8, read: (data) => String(Buffer.from(data).readUInt16BE(6)) },
  0x05: {
    bytes: 41,
    read: (data) => [data.subarray(0, 17), data.subarray(17, 29), data.subarray(29, 41)].map(textOf).join(', '),
  },
  0x07: { bytes: 35, read: (data) => textOf(data.subarray(0, 23)) },
  0x12: {
    bytes: 25,
    many: true,
    read: (data, lang) =>
      `${recorderTime(data)} ${textOf(data.subarray(6, 24))} ${data[24] === 1 ? IN[lang] : data[24] === 2 ? OUT[lang] : ''}`,
  },
  0x13: {
    bytes: 7,
    many: true,
    read: (data, lang) => `${recorderTime(data)} ${data[6] === 1 ? ON[lang] : data[6] === 2 ? OFF[lang] : ''}`,
  },
};

export const blockName = (lang: LogPageLanguage, what: number): string => NAMES[what]?.[lang] ?? '';

/** '' where nothing reads it. Records of a list stand in lines of their own. */
export const blockText = (lang: LogPageLanguage, what: number, data: Uint8Array): string => {
  const reading = READINGS[what];
  if (reading === undefined || data.length < reading.bytes) return '';
  const { bytes, read } = reading;
  const count = reading.many === true ? Math.floor(data.length / bytes) : 1;
  return Array.from({ length: count }, (_, i) => read(data.subarray(i * bytes, (i + 1) * bytes), lang)).join('\n');
};

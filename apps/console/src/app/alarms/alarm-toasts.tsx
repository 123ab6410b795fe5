// Shows what the rules of toast-rules.ts decide: toasts of alarms, recoveries and calls, and the ring of a call.
import type { EventPush } from '@outrider/contract';
import { isSecurePage } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { readPreference } from '../../lib/preferences.ts';
import type { Alarm } from '../../live/alarm-list.ts';
import { mayDo, sessionStore } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { closeToast, showToast } from '../../ui/toast.ts';
import type { ToastChoice } from '../../ui/toast.ts';
import { AlarmToast } from './alarm-toast.tsx';
import { alarmTitle, deviceAddress, isSos } from './alarm-words.ts';
import { isAlarmPanelOpen, setAlarmPanel } from './panel-store.ts';
import { startRing, stopRing } from './ring.ts';
import {
  MORE_ID,
  MOST_ON_PHONE,
  MOST_SHOWN,
  SHOWN_MS,
  callId,
  noToasts,
  planToasts,
  withoutToast,
} from './toast-rules.ts';
import type { ToastState, ToastStep } from './toast-rules.ts';

type Go = (address: string) => void;

/** One for the page: toasts outlive the screen and the language in which they came up. */
let state: ToastState = noToasts;

const gone = (id: string): void => {
  state = withoutToast(state, id);
  stopRing(id);
};

const bodyOf = (alarm: Alarm, id: string, go: Go) => {
  const address = deviceAddress(alarm.deviceId, sessionStore.getState());
  const open = (): void => {
    if (address !== undefined) go(address);
    closeToast(id);
  };
  const play = (played: string): void => {
    go(played);
    closeToast(id);
  };
  return <AlarmToast alarm={alarm} onOpen={address === undefined ? undefined : open} onPlay={play} />;
};

/** Talking needs the microphone, which browsers give to secure pages only. */
const talkTo = (deviceId: string, id: string): Pick<ToastChoice, 'action'> => {
  if (!isSecurePage() || !mayDo(sessionStore.getState(), 'F_talk')) return {};
  const run = (): void => {
    gone(id);
    openOverlay({ kind: 'talk', deviceId });
  };
  return { action: { text: t('Talk'), run } };
};

const show = (step: ToastStep, go: Go): void => {
  if (step.kind === 'more') {
    showToast('warning', t('… and {number} more', { number: step.count }), '', {
      id: MORE_ID,
      shownMs: SHOWN_MS,
      place: 'bottom-right',
      action: { text: t('Show'), run: () => setAlarmPanel(true) },
      onClose: () => gone(MORE_ID),
    });
    return;
  }
  const { kind, id, alarm } = step;
  const choice: ToastChoice = { id, place: 'bottom-right', shownMs: SHOWN_MS, onClose: () => gone(id) };
  const body = bodyOf(alarm, id, go);
  if (kind === 'alarm') showToast('warning', alarmTitle(alarm), body, choice);
  else if (kind === 'recovery')
    showToast('success', t('Recovered: {event}', { event: alarmTitle(alarm) }), body, choice);
  else {
    startRing(id, alarm.ringMs);
    const urgent = isSos(alarm);
    const mark = urgent ? { urgent, icon: <Icon name="warning" size={20} /> } : {};
    const stays = { ...choice, shownMs: Infinity, ...mark, ...talkTo(alarm.deviceId, id) };
    showToast('info', t('Call request: {event}', { event: alarmTitle(alarm) }), body, stays);
  }
};

/** Alarms are for who looks at this window, has not switched them off, and has not the list of them before his eyes. */
const isAttentive = (): boolean =>
  document.hasFocus() && readPreference('eventNotify') !== 'false' && !isAlarmPanelOpen();

/** Shows a batch of pushes; `go` leads to a path of the console. */
export const notice = (pushes: readonly EventPush[], phone: boolean, go: Go): void => {
  const room = phone ? MOST_ON_PHONE : MOST_SHOWN;
  const plan = planToasts(state, pushes, isAttentive() ? room : 0);
  state = plan.state;
  for (const step of plan.steps) show(step, go);
};

const close = (ids: readonly string[]): void => {
  for (const id of ids) {
    gone(id);
    closeToast(id);
  }
};

/** Somebody talks to the device: its call is answered. */
export const answerCall = (deviceId: string): void => {
  const id = callId(deviceId);
  if (state.calls.includes(id)) close([id]);
};

/** The list of alarms is open: what it says needs no toast. Calls stay. */
export const closeAlarmToasts = (): void => close([...state.shown, MORE_ID]);

/** Signed out: nothing of the former user stays on screen or rings. */
export const clearNotices = (): void => close([...state.shown, ...state.calls, MORE_ID]);

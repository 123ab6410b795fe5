// The browser's WebSocket behind the port that the channel speaks to.
import type { OpenSocket } from './channel.ts';

/** Opens a text socket. An address the browser refuses outright ends like one that cannot be reached. */
export const openWebSocket: OpenSocket = (url, events) => {
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    events.onClose();
  };
  try {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => events.onOpen());
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'string') events.onText(event.data);
    });
    socket.addEventListener('close', end);
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  } catch {
    queueMicrotask(end); // the caller must hold the socket before it hears of its end
    return { send: () => {}, close: () => {} };
  }
};

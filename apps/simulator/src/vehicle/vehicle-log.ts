// What a recorder writes about itself: its own log, the newest lines of it. The vendor block gives it away as the syslog.

const MAX_LINES = 500;
const MAX_LENGTH = 300;

export type LogLine = { readonly atMs: number; readonly text: string };

export class VehicleLog {
  private readonly lines: LogLine[] = [];
  private readonly now: () => number;
  private readonly heard: ((line: LogLine) => void) | undefined;

  constructor(now: () => number, heard?: (line: LogLine) => void) {
    this.now = now;
    this.heard = heard;
  }

  add(text: string): void {
    const line = { atMs: this.now(), text: text.slice(0, MAX_LENGTH) };
    this.lines.push(line);
    if (this.lines.length > MAX_LINES) this.lines.shift();
    this.heard?.(line);
  }

  /** The last `count` lines, oldest first, with times in the recorder's zone. */
  texts(count: number, zoneS: number): string[] {
    return this.lines.slice(-count).map(({ atMs, text }) => `${zonedTime(atMs, zoneS)} ${text}`);
  }
}

/** `2026-11-23 17:40:01`, so many seconds east of UTC. */
const zonedTime = (timeMs: number, zoneS: number): string =>
  new Date(timeMs + zoneS * 1000).toISOString().slice(0, 19).replace('T', ' ');

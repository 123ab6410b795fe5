// The connections on the port for active-safety files: how many there may be, and one for each alarm.
import type { Socket } from 'node:net';
import { addressBlock } from '../../kernel/web/address-block.ts';
import { plainAddress } from '../jt808/transport.ts';
import { FilesConnection, type FilesConnectionKit } from './files-connection.ts';
import type { FileCounters } from './upload-dialogue.ts';

/** In all, and from one address or the /64 of a subscriber: a fleet behind one network comes from one. */
const MAX_CONNECTIONS = 512;
const MAX_PER_ADDRESS = 128;

export class FilesPort {
  private readonly kit: FilesConnectionKit;
  private readonly connections = new Set<FilesConnection>();
  private readonly perAddress = new Map<string, number>();
  private readonly byNumber = new Map<string, FilesConnection>();
  private readonly counters: FileCounters = { files: 0, bytes: 0, refused: 0, unaskedBytes: 0 };

  constructor(kit: Omit<FilesConnectionKit, 'counters' | 'claim'>) {
    this.kit = { ...kit, counters: this.counters, claim: (connection, number) => this.claim(connection, number) };
  }

  accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const block = addressBlock(address);
    const count = this.perAddress.get(block) ?? 0;
    if (this.connections.size >= MAX_CONNECTIONS || count >= MAX_PER_ADDRESS) {
      this.counters.refused += 1;
      this.kit.refusals.add({
        transport: 'tcp',
        port: socket.localPort ?? 0,
        address,
        terminal: '',
        reason: 'too many file connections',
        detail: `${this.connections.size}, ${count} of this address`,
        bytes: new Uint8Array(0),
      });
      socket.destroy();
      return;
    }
    const connection = new FilesConnection(this.kit, socket);
    this.connections.add(connection);
    this.perAddress.set(block, count + 1);
    socket.on('close', () => this.forget(connection, block));
  }

  tick(nowMs: number): void {
    for (const connection of this.connections) connection.tick(nowMs);
  }

  metrics(): Record<string, number> {
    const { files, bytes, refused, unaskedBytes } = this.counters;
    return {
      alarm_upload_connections: this.connections.size,
      alarm_upload_files_total: files,
      alarm_upload_bytes_total: bytes,
      alarm_upload_refused_total: refused,
      alarm_upload_unasked_bytes_total: unaskedBytes,
    };
  }

  close(): void {
    for (const connection of this.connections) connection.close('server stops');
  }

  /** A device that lost its network dials again before its old connection has ended here. */
  private claim(connection: FilesConnection, alarmNumber: string): void {
    const older = this.byNumber.get(alarmNumber);
    this.byNumber.set(alarmNumber, connection);
    if (older !== undefined && older !== connection) older.close('replaced by a newer connection');
  }

  private forget(connection: FilesConnection, block: string): void {
    this.connections.delete(connection);
    const left = (this.perAddress.get(block) ?? 1) - 1;
    if (left > 0) this.perAddress.set(block, left);
    else this.perAddress.delete(block);
    for (const [number, holder] of this.byNumber) if (holder === connection) this.byNumber.delete(number);
  }
}

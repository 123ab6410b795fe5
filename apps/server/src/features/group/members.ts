// Which devices are in which groups, found from either side. In memory; the table is store.ts.

export class Members {
  readonly #ofDevice = new Map<number, readonly number[]>();
  readonly #inGroup = new Map<number, Set<number>>();

  constructor(rows: Iterable<{ deviceKey: number; groupId: number }> = []) {
    for (const { deviceKey, groupId } of rows) this.set(deviceKey, [...this.of(deviceKey), groupId]);
  }

  /** The groups of a device, in the order of their ids; none for one in no group. */
  of(deviceKey: number): readonly number[] {
    return this.#ofDevice.get(deviceKey) ?? [];
  }

  /** The devices that are in a group itself. */
  in(groupId: number): Iterable<number> {
    return this.#inGroup.get(groupId) ?? [];
  }

  devices(): Iterable<number> {
    return this.#ofDevice.keys();
  }

  set(deviceKey: number, groupIds: readonly number[]): void {
    for (const groupId of this.of(deviceKey)) this.#inGroup.get(groupId)?.delete(deviceKey);
    if (groupIds.length === 0) {
      this.#ofDevice.delete(deviceKey);
      return;
    }
    this.#ofDevice.set(
      deviceKey,
      groupIds.toSorted((a, b) => a - b),
    );
    for (const groupId of groupIds) {
      const there = this.#inGroup.get(groupId);
      if (there === undefined) this.#inGroup.set(groupId, new Set([deviceKey]));
      else there.add(deviceKey);
    }
  }
}

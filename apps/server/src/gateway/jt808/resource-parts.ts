// A list of recordings (0x1205) that comes in one message or in several whole ones, each with the same total: put together, what
// comes twice counted once.
import type { Resource, ResourceList } from '@outrider/jt1078';

/** More are not believed of any disk. */
const MAX_DEVICE_RECORDS = 60_000;

export class ResourceParts {
  readonly resources: Resource[] = [];
  private total = 0;
  /** Of the messages before the newest one; filled when a second message comes. */
  private readonly known = new Set<string>();
  private named = 0;

  /** Takes one message; true: everything that the device says it has came, or as much as is believed. */
  add(list: ResourceList): boolean {
    this.total = Math.max(this.total, list.total);
    for (; this.named < this.resources.length; this.named += 1) {
      const resource = this.resources[this.named];
      if (resource !== undefined) this.known.add(nameOf(resource));
    }
    for (const resource of list.resources) {
      if (this.resources.length >= MAX_DEVICE_RECORDS) break;
      if (this.named === 0 || !this.known.has(nameOf(resource))) this.resources.push(resource);
    }
    return this.whole || this.resources.length >= MAX_DEVICE_RECORDS;
  }

  /** False: the device says that it has more than it listed. */
  get whole(): boolean {
    return this.resources.length >= this.total;
  }
}

const nameOf = (resource: Resource): string => Object.values(resource).join(' ');

// A whole JT/T 808 message of a device, as handlers get it.
import type { Header } from '@outrider/jt808';

/** Sub-packages joined; `header` is that of the first part, whose serial is the one to answer. */
export type Message = { header: Header; body: Uint8Array };

// How many files of events go to FTP servers at a time, how fast, and how many may wait. Set by DB11 (device/task-monitor.ts).
import { z } from 'zod';

/** `limitRate`: bytes a second of each upload. */
export const uploadLimits = z.object({
  maxCount: z.number().int().min(1).max(100),
  limitRate: z.number().int().min(1024).max(1_073_741_824),
  maxWaitCount: z.number().int().min(1).max(100_000),
});
export type UploadLimits = z.output<typeof uploadLimits>;
export const DEFAULT_UPLOAD_LIMITS: UploadLimits = { maxCount: 50, limitRate: 65_536, maxWaitCount: 10_000 };

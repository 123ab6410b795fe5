// How a task stands, for the colour of its row. What waits is not processed, not done and without an error.

export type TaskStanding = 'processing' | 'done' | 'error' | 'waiting';

export const standingOf = (task: { processing: boolean; done: boolean; error: string }): TaskStanding => {
  if (task.processing) return 'processing';
  if (task.done) return 'done';
  return task.error === '' ? 'waiting' : 'error';
};

// Marks that browser tests find an element by where it has no name of its own. Only in the build for tests.

/** Attributes to spread over the element: none in what ships. */
export const testId = (name: string): object => (import.meta.env.MODE === 'tests' ? { 'data-testid': name } : {});

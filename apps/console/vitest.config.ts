// How the console's component tests (*.test.tsx) run; logic without components is tested by Node's own runner (*.test.ts).
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  root: import.meta.dirname,
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['vitest/patience.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    restoreMocks: true,
    maxWorkers: 2,
  },
});

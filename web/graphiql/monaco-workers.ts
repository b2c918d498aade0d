import type {} from 'monaco-editor';

/**
 * The editors' language services, each in a worker from our own origin. (`graphiql/setup-workers/vite` does the same and
 * writes to the browser's console.)
 */
window.MonacoEnvironment = {
  getWorker(_id, label) {
    switch (label) {
      case 'json':
        return new Worker(new URL('./workers/json.ts', import.meta.url), { type: 'module' });
      case 'graphql':
        return new Worker(new URL('./workers/graphql.ts', import.meta.url), { type: 'module' });
      default:
        return new Worker(new URL('./workers/editor.ts', import.meta.url), { type: 'module' });
    }
  },
};

// A thread begins without the loader of TypeScript that its process has.
import { register } from 'tsx/esm/api';

register();
await import('./corpus-worker.ts');

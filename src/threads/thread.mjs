// A thread begins without the loader of TypeScript that its process has, and `--import` gives it none.
import { register } from 'tsx/esm/api';

register();
await import('./thread-work.ts');

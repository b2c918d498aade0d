import { prepareEngine } from './process/engine.ts';

// Before all the rest is loaded: what V8 concludes meanwhile, it holds to.
prepareEngine();
await import('./process/start.ts');

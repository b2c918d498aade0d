import type { Snapshot } from '../../snapshot/snapshot.ts';
import { findRoute, type RouteMatch } from './route.ts';

type Found = { readonly snapshot: Snapshot; readonly path: string; readonly match: RouteMatch | undefined };

/** Finds the API versions of a path. A plain request is asked for twice, first whether it is a call. */
export class RouteFinder {
  /** The last match, until it is taken. */
  #found: Found | undefined;

  find(snapshot: Snapshot, path: string): RouteMatch | undefined {
    const match = findRoute(snapshot, path);
    this.#found = { snapshot, path, match };
    return match;
  }

  /** Finds them for the last time. Neither the match nor its snapshot is kept. */
  take(snapshot: Snapshot, path: string): RouteMatch | undefined {
    const found = this.#found;
    this.#found = undefined;
    return found?.path === path && found.snapshot === snapshot ? found.match : findRoute(snapshot, path);
  }
}

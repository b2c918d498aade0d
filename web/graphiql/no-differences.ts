/** In place of Monaco's editors of differences, which its standalone services name and GraphiQL never opens. */
export class DiffEditorWidget {}
export class MultiDiffEditorWidget {}

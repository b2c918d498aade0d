/** Stands for Monaco's editors of differences. Its standalone services name them; GraphiQL opens none. */
export class DiffEditorWidget {}
export class MultiDiffEditorWidget {}

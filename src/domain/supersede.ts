/** The plan of the new product that the subscribers of a plan of the old one go to. (spec.md, Supersede) */
export type PlanMapping = { readonly source: string; readonly target: string };

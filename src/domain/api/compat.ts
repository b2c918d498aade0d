import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type Transformation, type TransformationDraft, transformationsFrom } from './transformations.ts';

/** The version whose back-end serves another one, and the steps there and back. */
export type Compat = {
  /** `name:version` */
  readonly of: string;
  /** Steps from requests of this version to those of the other. */
  readonly request: readonly Transformation[];
  /** Steps from answers of the other version to those of this one. */
  readonly answer: readonly Transformation[];
};

/** A step whose side is known by its list. */
type CompatStepDraft = Omit<TransformationDraft, 'on'>;

/** A compat as the management API and a manifest take it. */
export type CompatDraft = {
  readonly of: string;
  readonly request?: readonly CompatStepDraft[] | null | undefined;
  readonly answer?: readonly CompatStepDraft[] | null | undefined;
};

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function compatFrom({ of, request, answer }: CompatDraft): Compat {
  const path = ['input', 'compat'];
  return {
    of,
    request: stepsFrom(request, 'REQUEST', [...path, 'request']),
    answer: stepsFrom(answer, 'ANSWER', [...path, 'answer']),
  };
}

const stepsFrom = (
  drafts: readonly CompatStepDraft[] | null | undefined,
  on: Transformation['on'],
  path: InputPath,
): readonly Transformation[] =>
  transformationsFrom(
    (drafts ?? []).map((step) => ({ ...step, on })),
    'REST',
    path,
  ) ?? [];

/** The version that serves an API, as its settings are checked against it. */
type ServingApi = { readonly kind: 'REST' | 'GRAPHQL'; readonly settings: SteppedSettings };

/**
 * Checks the version that is to serve another.
 *
 * @param serving undefined where the org has none of the name
 * @throws BAD_USER_INPUT
 */
export function checkServingApi(api: string, { of }: Compat, serving: ServingApi | undefined): void {
  const detail = servingFault(api, of, serving);
  if (detail !== undefined) refuse('BAD_USER_INPUT', { detail, path: ['input', 'compat', 'of'] });
}

function servingFault(api: string, of: string, serving: ServingApi | undefined): string | undefined {
  if (of === api) return `${api} cannot be served by itself: name another version.`;
  if (!serving) return `There is no API ${of}: name a version that the org has.`;
  if (serving.kind !== 'REST') return `${of} is a GraphQL API: its back-end takes other calls.`;
  const { compat, transformations } = serving.settings;
  if (compat) return `${of} is served by ${compat.of} itself: name that version, with the steps to it.`;
  return transformations
    ? `${of} changes its own calls on their way, and steps of two versions do not follow one another.`
    : undefined;
}

/** The settings that have steps. */
export type SteppedSettings = {
  readonly transformations?: readonly Transformation[];
  readonly compat?: Compat;
};

/** Lists the steps of an API, with the paths of their lists in the input. */
export function stepLists({
  transformations = [],
  compat,
}: SteppedSettings): { readonly steps: readonly Transformation[]; readonly path: InputPath }[] {
  const own = { steps: transformations, path: ['input', 'transformations'] };
  if (!compat) return [own];
  const path = ['input', 'compat'];
  return [
    own,
    { steps: compat.request, path: [...path, 'request'] },
    { steps: compat.answer, path: [...path, 'answer'] },
  ];
}

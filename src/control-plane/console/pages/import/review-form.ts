import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { nextBreakingVersion } from '../../../../foundation/text/version.ts';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import type { IMPORT, Preview, Surroundings } from './import-query.ts';
import { type ImportSecurity, securityOptions } from './import-security.ts';
import type { ReadSource } from './import-source.ts';
import { planNames, planTemplates } from './plan-templates.ts';

const TEXTS = ['title', 'name', 'version', 'basePath', 'targetUrl', 'security', 'acceptBreaking'] as const;

/** The fields of the review. */
export type ReviewForm = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly plans: readonly string[];
  readonly catalogs: readonly string[];
  readonly scopes: readonly string[];
};

export async function reviewFormIn(c: Context<ConsoleEnv>): Promise<ReviewForm> {
  const texts = await readForm(c, ...TEXTS);
  return {
    ...texts,
    plans: await readTexts(c, 'plans'),
    catalogs: await readTexts(c, 'catalogs'),
    scopes: await readTexts(c, `scopes-${texts.security}`),
  };
}

/** The review before anybody has changed it: what is known is filled in. */
export function firstReview(preview: Preview, surroundings: Surroundings): ReviewForm {
  const [option] = securityOptions(preview, surroundings);
  const [catalog] = surroundings.catalogs;
  return {
    title: preview.title,
    name: preview.name,
    version: preview.versions.includes(preview.version)
      ? nextBreakingVersion(preview.version)
      : preview.version,
    basePath: preview.versions.length > 0 ? preview.documentBasePath : preview.basePath,
    targetUrl: preview.targetUrl ?? preview.graphqlUrl ?? '',
    security: option?.value ?? '',
    acceptBreaking: '',
    plans: planNames,
    catalogs: catalog ? [catalog.name] : [],
    scopes: option?.tickedScopes ?? [],
  };
}

type ImportInput = VariablesOf<typeof IMPORT>['input'];

/** Makes the input of `importApi`. An empty field is left out: the document or a default decides. */
export function importInputOf(
  org: string,
  { form, source, option }: { form: ReviewForm; source: ReadSource; option: ImportSecurity | undefined },
): ImportInput {
  const { title, name, version, basePath, targetUrl } = form;
  const texts = Object.fromEntries(
    Object.entries({ title, name, version, basePath }).flatMap(([field, text]) =>
      text.trim() === '' ? [] : [[field, text.trim()]],
    ),
  );
  const url = targetUrl.trim();
  const plans = planNames.filter((name) => form.plans.includes(name)).map((name) => planTemplates[name]);
  return {
    org,
    ...texts,
    ...('openapi' in source
      ? { openapi: source.openapi, ...(url !== '' && { targetUrl: url }) }
      : { graphqlUrl: url || source.url, sdl: source.sdl }),
    ...option?.input(form.scopes),
    ...(plans.length > 0 && { plans }),
    publishTo: [...form.catalogs],
    testCall: true,
    ...(form.acceptBreaking !== '' && { acceptBreaking: true }),
  };
}

import type { Context } from 'hono';
import { readForm } from '../../../../ui/kit/form.ts';
import type { PortalEnv } from '../parts/page-context.ts';
import { askToSignIn, showNotFound } from '../parts/problem.tsx';
import { freeTitle, subscriptionOfferOf } from '../subscriptions/offer.ts';
import { showForm, showOutcome } from '../subscriptions/subscribe.tsx';
import { subscribeNew } from '../subscriptions/subscribe-new.ts';
import { triedParts } from './tried-security.ts';
import { type TryItContext, tryItContextOf } from './try-it-context.ts';
import { isTriable } from './try-plan.tsx';

/**
 * Makes an application, subscribes it to the chosen plan, and tries an API out.
 *
 * A plan that asks for something, and whatever is refused, is shown on the page that subscribes.
 */
export async function startTrial(
  c: Context<PortalEnv>,
  showPage: (c: Context<PortalEnv>, trial: TryItContext | undefined) => Response | Promise<Response>,
): Promise<Response> {
  const { frame, text } = c.var.pageContext;
  if (!frame.viewer) return askToSignIn(c);
  const [trial, offer] = [await tryItContextOf(c), await subscriptionOfferOf(c)];
  if (!trial || !offer) return showNotFound(c);
  const form = {
    ...(await readForm(c, 'plan')),
    application: '',
    title: freeTitle(text.subscribe.newTitle, offer.applications),
    clientType: clientTypeFor(trial),
    redirectUris: '',
  };
  const plan = offer.plans.find(({ name }) => name === form.plan);
  if (!plan || !isTriable(plan)) return showForm(c, offer, form);
  const nothing = { answers: [], acceptTerms: [], acceptPrice: undefined };
  const { result, refused } = await subscribeNew(c.var.pageContext, offer, { ...form, ...nothing });
  if (refused) return showForm(c, offer, form, refused);
  const started = await tryItContextOf(c, result.issued);
  const isAdmitted = started?.application?.name === result.issued.application.name;
  return isAdmitted ? showPage(c, started) : showOutcome(c, offer, result);
}

/** The provider of the tokens may give them to applications of one type alone. */
function clientTypeFor(trial: TryItContext): 'CONFIDENTIAL' | 'PUBLIC' {
  const providers = triedParts(trial).filter(({ tokenUrl }) => tokenUrl !== null);
  return providers.some(({ clientTypes }) => !clientTypes.includes('CONFIDENTIAL'))
    ? 'PUBLIC'
    : 'CONFIDENTIAL';
}

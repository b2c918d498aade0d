import { number, whenIn } from './island-texts.ts';
import { element, fill } from './page.ts';
import type { OutcomeProps } from './props.ts';

/** The strip above an island with the result of each call. It is read out when it changes. */
export type Outcome = {
  show(response: Response): Promise<void>;
  unreachable(): void;
};

/** The refusal in a response. */
type Refused = { readonly detail: string; readonly requestId: string | undefined };

export function createOutcome({ texts, whyUrl }: OutcomeProps): Outcome {
  const strip = element('outcome');
  return {
    async show(response) {
      const refused = await refusalIn(response);
      const { status, headers } = response;
      const verdict = refused
        ? fill(texts.refused, { status, detail: refused.detail })
        : fill(texts.answered, { status });
      const facts = [verdict, cost(headers, texts.cost), quota(headers, texts.quota)].filter(
        (each) => each !== '',
      );
      strip.dataset['tone'] = refused ? 'danger' : 'success';
      strip.replaceChildren(facts.join(' · '));
      if (refused?.requestId && whyUrl !== null)
        strip.append(' · ', link(`${whyUrl}${encodeURIComponent(refused.requestId)}`, texts.why));
    },
    unreachable() {
      strip.dataset['tone'] = 'danger';
      strip.replaceChildren(texts.unreachable);
    },
  };
}

/** `fetch`, with its answers shown. */
export function watchedBy(outcome: Outcome): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      await outcome.show(response);
      return response;
    } catch (error) {
      // Whoever stops a call knows that it has no answer.
      if (!(error instanceof DOMException && error.name === 'AbortError')) outcome.unreachable();
      throw error;
    }
  };
}

function quota(headers: Headers, text: string): string {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    headers.get(`x-ratelimit-${name}`),
  );
  if (!limit || !remaining || !reset) return '';
  return fill(text, {
    limit: number(Number(limit)),
    remaining: number(Number(remaining)),
    when: whenIn(Number(reset)),
  });
}

function cost(headers: Headers, text: string): string {
  const [cost, depth] = [headers.get('x-graphql-cost'), headers.get('x-graphql-depth')];
  return cost && depth ? fill(text, { cost: number(Number(cost)), depth: number(Number(depth)) }) : '';
}

/** Problem details (RFC 9457), the errors of GraphQL, or those of OAuth (RFC 6749 §5.2). */
async function refusalIn(response: Response): Promise<Refused | undefined> {
  if (response.ok) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  const [error] = Array.isArray(body.errors) ? body.errors : [];
  const detail = body.detail ?? error?.message ?? body.error_description ?? body.error ?? response.statusText;
  const requestId = body.requestId ?? error?.extensions?.requestId ?? response.headers.get('x-request-id');
  return { detail: String(detail), requestId: requestId ? String(requestId) : undefined };
}

function link(href: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.className = 'link';
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
}

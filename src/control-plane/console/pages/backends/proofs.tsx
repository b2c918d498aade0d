import type { Messages } from '../messages.ts';
import { EndingBadge } from '../parts/ending.tsx';
import { useTexts } from '../parts/texts.ts';
import type { InCatalog } from './backends-query.ts';

/** The credentials that gateways show. A client certificate that ends stands out. */
export function Proofs({ here, now }: { readonly here: InCatalog; readonly now: Date }) {
  const endsAt = here.tls?.certificateEndsAt;
  return (
    <>
      {credentialsIn(useTexts().text.backends, here)} {endsAt && <EndingBadge at={endsAt} now={now} />}
    </>
  );
}

function credentialsIn({ credentials: text }: Messages['backends'], { credentials, tls }: InCatalog): string {
  const { type, secret } = credentials;
  const shown = type === 'NONE' ? [] : [text.withSecret(text.kinds[type](credentials), secret ?? '')];
  const certificate = tls?.certificateEndsAt ? [text.certificate(tls.certificateEndsAt, tls.key ?? '')] : [];
  return [...shown, ...certificate].join('; ') || text.none;
}

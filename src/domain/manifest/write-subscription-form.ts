import type { SubscriptionForm } from '../consumer/subscription-form.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** Writes what a product asks of subscribers. Null is nothing. */
export const subscriptionFormWritten = (form: SubscriptionForm | null): Written | null =>
  form && {
    ...unlessDefault(
      'fields',
      form.fields.map(({ name, label, kind, help, required, choices, plans }) => ({
        name,
        label,
        ...unlessDefault('kind', kind, 'TEXT'),
        ...unlessDefault('help', help, null),
        ...unlessDefault('required', required, false),
        ...unlessDefault('choices', choices, []),
        ...unlessDefault('plans', plans, []),
      })),
      [],
    ),
    ...unlessDefault(
      'terms',
      form.terms.map(({ name, title, version, markdown, url, plans }) => ({
        name,
        title,
        version,
        ...unlessDefault('markdown', markdown, null),
        ...unlessDefault('url', url, null),
        ...unlessDefault('plans', plans, []),
      })),
      [],
    ),
  };

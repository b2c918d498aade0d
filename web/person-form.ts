import { element } from './page.ts';

/**
 * Makes the header Authorization of what the form `#person` holds.
 *
 * It is undefined while a field is empty. What is typed is kept nowhere but in the form.
 */
export function typedPerson(): string | undefined {
  const typed = new FormData(element('person') as HTMLFormElement);
  const [username, password] = ['username', 'password'].map((name) => String(typed.get(name) ?? ''));
  if (!username || !password) return undefined;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

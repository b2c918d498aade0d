import { describe, expect, it } from 'vitest';
import { securityTxt } from '../../../src/http/security-txt.ts';

const contacts = ['mailto:security@acme.example', 'https://acme.example/report'];

describe('security.txt', () => {
  it('names whom to tell, and ends within the year that RFC 9116 allows', () => {
    expect(
      securityTxt({ contacts, policy: 'https://acme.example/policy' }, new Date('2026-11-23T08:00:00Z')),
    ).toBe(
      [
        'Contact: mailto:security@acme.example',
        'Contact: https://acme.example/report',
        'Expires: 2027-02-22T00:00:00.000Z',
        'Preferred-Languages: en',
        'Policy: https://acme.example/policy',
        '',
      ].join('\n'),
    );
  });

  it('says nothing of a policy where there is none', () => {
    expect(securityTxt({ contacts, policy: undefined }, new Date(0))).not.toContain('Policy');
  });
});

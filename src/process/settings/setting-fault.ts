import type { z } from 'zod';

/** Words a fault of a setting whose own rule has no words for it. */
export const faultInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return 'is no number';
      return issue.expected === 'int' ? 'is no whole number' : 'is missing';
    case 'too_small':
      return `is less than ${issue.minimum}`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    case 'invalid_value':
      return `is none of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'is no http or https address' : 'is not in its form';
    default:
      return 'is wrong';
  }
};

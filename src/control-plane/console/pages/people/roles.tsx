import { type Role, roles } from '../../../../domain/people/roles.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

/** Reads a role. Text that is none becomes the one with the fewest rights. */
export const roleIn = (typed: string): Role => roles.find((role) => role === typed) ?? 'VIEWER';

/** A role in a line of a form. */
export function RoleSelect({ value }: { value: Role }) {
  const { text } = useTexts();
  const { rights, role: label } = text.people;
  const options = roles.toReversed().map((role) => ({
    value: role,
    label: `${text.label(role)}: ${rights[role].charAt(0).toLowerCase()}${rights[role].slice(1, -1)}`,
  }));
  return <SelectField name="role" label={label} options={options} value={value} />;
}

/** Choice of a role, with the rights of each. */
export function RoleChoices({ value }: { value: Role }) {
  const { text } = useTexts();
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{text.people.role}</legend>
      {roles.map((role) => (
        <Choice
          id={`role-${role.toLowerCase()}`}
          name="role"
          value={role}
          label={text.label(role)}
          hint={text.people.rights[role]}
          checked={role === value}
        />
      ))}
    </fieldset>
  );
}

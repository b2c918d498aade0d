import { type Role, roles } from '../../../../domain/people/roles.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';

/** What each role may do, in the words of who gives it. */
const rights: Readonly<Record<Role, string>> = {
  ADMINISTRATOR: 'Everything, people and access tokens included.',
  DEVELOPER: 'Changes all but people and access tokens.',
  VIEWER: 'Reads, changes nothing.',
};

/** `VIEWER` is `Viewer`. */
export const roleName = (role: Role) => role.charAt(0) + role.slice(1).toLowerCase();

/** What was typed for a role; what is none has the fewest rights. */
export const roleIn = (typed: string): Role => roles.find((role) => role === typed) ?? 'VIEWER';

/** A role in a line of a form. */
export function RoleSelect({ value }: { value: Role }) {
  const options = roles.toReversed().map((role) => ({
    value: role,
    label: `${roleName(role)}: ${rights[role].charAt(0).toLowerCase()}${rights[role].slice(1, -1)}`,
  }));
  return <SelectField name="role" label="Role" options={options} value={value} />;
}

/** A role, where there is room to say what each may do. */
export function RoleChoices({ value }: { value: Role }) {
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Role</legend>
      {roles.map((role) => (
        <Choice
          id={`role-${role.toLowerCase()}`}
          name="role"
          value={role}
          label={roleName(role)}
          hint={rights[role]}
          checked={role === value}
        />
      ))}
    </fieldset>
  );
}

import { type Role, roles } from '../../../../domain/people/roles.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';

/** Rights of each role, in words for administrators. */
const rights: Readonly<Record<Role, string>> = {
  ADMINISTRATOR: 'Everything, people and access tokens included.',
  DEVELOPER: 'Changes all but people and access tokens.',
  VIEWER: 'Reads, changes nothing.',
};

/** Name of a role: `VIEWER` is `Viewer`. */
export const roleName = (role: Role) => role.charAt(0) + role.slice(1).toLowerCase();

/** Reads a role. Text that is none becomes the one with the fewest rights. */
export const roleIn = (typed: string): Role => roles.find((role) => role === typed) ?? 'VIEWER';

/** A role in a line of a form. */
export function RoleSelect({ value }: { value: Role }) {
  const options = roles.toReversed().map((role) => ({
    value: role,
    label: `${roleName(role)}: ${rights[role].charAt(0).toLowerCase()}${rights[role].slice(1, -1)}`,
  }));
  return <SelectField name="role" label="Role" options={options} value={value} />;
}

/** Choice of a role, with the rights of each. */
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

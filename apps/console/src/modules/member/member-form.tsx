import { limits, memberCalls, type MemberRecord, type SavedMember } from '@eyrie/domain';
import { Form, Input } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { RecordHistory } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import type { DepartmentChoice } from './department-choice.ts';
import type { MemberFields } from './member-form.rules.ts';
import { RoleSelect } from './role-select.tsx';
import { labels, useMemberDraft, type FaultOf } from './use-member-draft.ts';

export interface MemberFormProps {
  /** Null: a new one. */
  member: MemberRecord | null;
  /** Department of a new one. */
  groupOID: string;
  groupName: string;
  department: DepartmentChoice;
  onClose: () => void;
  onDone: (saved: SavedMember) => void;
}

interface PartProps {
  fields: MemberFields;
  set: (part: Partial<MemberFields>) => void;
  fault: FaultOf;
}

interface LineProps extends PartProps {
  name: 'account' | 'name' | 'phone';
  max: number;
  hint?: string;
  required?: boolean;
  /** Further attributes of the input. */
  input?: object;
}

/** One line of text. */
function Line({ fields, set, fault, name, max, hint, required = false, input }: LineProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <Form.Item label={text(`member.${name}`)} htmlFor={id} required={required} extra={hint} {...fault(name)}>
      <Input
        id={id}
        value={fields[name]}
        maxLength={max}
        autoComplete="off"
        onChange={({ target }) => set({ [name]: target.value })}
        {...input}
      />
    </Form.Item>
  );
}

type PlaceProps = PartProps & Pick<MemberFormProps, 'member' | 'groupName' | 'department'>;

/** Where the member belongs, and the roles that can be held there. */
function Place({ fields, set, fault, member, groupName, department }: PlaceProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item
        label={text('member.department')}
        htmlFor={`${id}department`}
        required
        {...fault('groupOID')}
      >
        {department({
          id: `${id}department`,
          value: fields.groupOID,
          name: member?.groupName ?? groupName,
          onChange: (groupOID) => set({ groupOID }),
        })}
      </Form.Item>
      <Form.Item label={text('member.roles')} htmlFor={`${id}roles`} {...fault('roleOIDs')}>
        <RoleSelect
          id={`${id}roles`}
          groupOID={fields.groupOID}
          value={fields.roleOIDs}
          held={member?.roles ?? []}
          onChange={(roleOIDs) => set({ roleOIDs })}
        />
      </Form.Item>
    </>
  );
}

/** With which password the member comes in, and until when. */
function Entry({ fields, set, fault, isNew, zone }: PartProps & { isNew: boolean; zone: string }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item
        label={text('member.password')}
        htmlFor={`${id}password`}
        extra={text(isNew ? 'member.passwordNewHint' : 'member.passwordEditHint')}
        {...fault('password')}
      >
        <Input.Password
          id={`${id}password`}
          value={fields.password}
          maxLength={64}
          autoComplete="new-password"
          onChange={({ target }) => set({ password: target.value })}
        />
      </Form.Item>
      <Form.Item
        label={text('member.validUntil')}
        htmlFor={`${id}until`}
        extra={text('member.validUntilHint', { zone })}
        {...fault('validUntil')}
      >
        <Input
          id={`${id}until`}
          type="date"
          value={fields.validUntil}
          onChange={({ target }) => set({ validUntil: target.value })}
        />
      </Form.Item>
    </>
  );
}

/** Makes a member or changes one. */
export function MemberForm(props: MemberFormProps): ReactNode {
  const { member, groupName, department, onClose } = props;
  const text = useText();
  const { zone, form, ...part } = useMemberDraft(props);
  const { nameMax, accountMax, phoneMax } = limits.member;
  return (
    <FormDialog
      title={member ? text('member.editTitle', { name: member.name }) : text('member.addTitle')}
      className="member-dialog"
      onClose={onClose}
      {...form}
    >
      <Line {...part} name="name" max={nameMax} required input={{ 'data-autofocus': true }} />
      <Line
        {...part}
        name="account"
        max={accountMax}
        required
        hint={text('member.accountHint')}
        input={{ dir: 'auto' }}
      />
      <Place {...part} member={member} groupName={groupName} department={department} />
      <Line
        {...part}
        name="phone"
        max={phoneMax}
        input={{ dir: 'ltr', placeholder: text('member.phoneHint') }}
      />
      <Entry {...part} isNew={member === null} zone={zone} />
      {member ? (
        <RecordHistory word="member" history={memberCalls.history} labels={labels} oid={member.oid} />
      ) : null}
    </FormDialog>
  );
}

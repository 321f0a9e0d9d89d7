import { CallRefused } from '@eyrie/client';
import { limits, type MemberRecord, type SavedMember } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useOrganisationZone } from '../../platform/display.ts';
import { serverTime } from '../../platform/server-time.ts';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useMemberSave } from './member.queries.ts';
import { fieldsOf, issuesOfMember, requestOf, type MemberFields } from './member-form.rules.ts';
import { RoleSelect } from './role-select.tsx';

type Failures = Partial<Record<keyof MemberFields, string>>;

/** Which field the server refused, and how it says so. */
function failuresOf(error: Error): Failures | null {
  if (!(error instanceof CallRefused)) return null;
  if (error.reason === 'accountTaken') return { account: error.message };
  if (error.reason === 'roleElsewhere' || error.reason === 'grantBeyondOwn')
    return { roleOIDs: error.message };
  const issues = (error.data as { issues?: { path: string; message: string }[] } | null)?.issues ?? [];
  const found = Object.fromEntries(issues.map((issue) => [issue.path, issue.message]));
  return issues.length > 0 ? found : null;
}

export interface MemberFormProps {
  /** Null: a new one. */
  member: MemberRecord | null;
  /** Department of a new one. */
  groupOID: string;
  groupName: string;
  /** Draws the choice of a department. */
  department: (field: {
    id: string;
    value: string;
    name: string;
    onChange: (oid: string) => void;
  }) => ReactNode;
  onClose: () => void;
  onDone: (saved: SavedMember) => void;
}

const useMemberForm = ({ member, groupOID, onDone }: MemberFormProps) => {
  const text = useText();
  const save = useMemberSave();
  const zone = useOrganisationZone();
  const [start] = useState(() => fieldsOf(member, groupOID, zone));
  const [now] = useState(() => serverTime() ?? Date.now());
  const [fields, setFields] = useState(start);
  const [failures, setFailures] = useState<Failures>({});
  const set = (part: Partial<MemberFields>): void => {
    setFields((before) => ({ ...before, ...part }));
    setFailures((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  const issues = issuesOfMember(fields, start, { now, zone });
  const ready = fields.account.trim() !== '' && fields.name.trim() !== '' && Object.keys(issues).length === 0;
  const submit = (): void => {
    if (!ready || save.isPending) return;
    save.mutate(requestOf(fields, start, { oid: member?.oid ?? null, zone }), {
      onSuccess: (saved) => {
        showToast('success', text('member.saved', { name: saved.name }));
        onDone(saved);
      },
      onError: (error) => {
        const found = failuresOf(error);
        if (found) setFailures(found);
        else showFailure(error);
      },
    });
  };
  const fault = (name: keyof MemberFields) => {
    const issue = issues[name];
    const help = failures[name] ?? (issue ? text(issue) : undefined);
    return help === undefined ? {} : { validateStatus: 'error' as const, help };
  };
  const unsaved = JSON.stringify(fields) !== JSON.stringify(start);
  return { fields, set, fault, ready, submit, unsaved, zone, busy: save.isPending };
};

/** Makes a member or changes one. */
export function MemberForm(props: MemberFormProps): ReactNode {
  const { member, groupName, department, onClose } = props;
  const text = useText();
  const id = useId();
  const { fields, set, fault, ready, submit, unsaved, zone, busy } = useMemberForm(props);
  const input = (name: 'account' | 'name' | 'phone', max: number, more: object = {}): ReactNode => (
    <Input
      id={`${id}${name}`}
      value={fields[name]}
      maxLength={max}
      autoComplete="off"
      onChange={({ target }) => set({ [name]: target.value })}
      {...more}
    />
  );
  return (
    <Dialog
      open
      title={member ? text('member.editTitle', { name: member.name }) : text('member.addTitle')}
      onClose={onClose}
      unsaved={unsaved}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={!ready}
            title={ready ? undefined : text('app.fillIn')}
            loading={busy}
            onClick={submit}
          >
            {text('app.save')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={submit} className="member-dialog">
        <Form.Item label={text('member.name')} htmlFor={`${id}name`} required {...fault('name')}>
          {input('name', limits.member.nameMax, { 'data-autofocus': true })}
        </Form.Item>
        <Form.Item
          label={text('member.account')}
          htmlFor={`${id}account`}
          required
          extra={text('member.accountHint')}
          {...fault('account')}
        >
          {input('account', limits.member.accountMax, { dir: 'auto' })}
        </Form.Item>
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
        <Form.Item label={text('member.phone')} htmlFor={`${id}phone`} {...fault('phone')}>
          {input('phone', limits.member.phoneMax, { dir: 'ltr', placeholder: text('member.phoneHint') })}
        </Form.Item>
        <Form.Item
          label={text('member.password')}
          htmlFor={`${id}password`}
          extra={text(member ? 'member.passwordEditHint' : 'member.passwordNewHint')}
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
        <button type="submit" hidden aria-label={text('app.save')} />
      </Form>
    </Dialog>
  );
}

import { invitationCalls, isPhone, limits } from '@eyrie/domain';
import { Button, Form, Input, InputNumber } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useFormDraft } from '../../platform/form-draft.ts';
import { useText } from '../../platform/text.tsx';
import type { DepartmentChoice } from './department-choice.ts';
import { useInvite } from './member.queries.ts';
import { RoleSelect } from './role-select.tsx';
import { SecretField } from './secret-dialog.tsx';
import './people.css';

/** Where an invitation is taken up. The code stands behind the hash, which browsers send to no server. */
const linkOf = (code: string): string => `${location.origin}${location.pathname}#/invitation?code=${code}`;
const usualDays = 7;

export interface NewInvitationProps {
  groupOID: string;
  groupName: string;
  department: DepartmentChoice;
  /** A link stands there that was not copied yet, or stands there no more. */
  onKept: (kept: boolean) => void;
}

interface InvitationFields {
  groupOID: string;
  roleOIDs: string[];
  name: string;
  phone: string;
  days: number;
}

interface PartProps {
  fields: InvitationFields;
  change: (part: Partial<InvitationFields>) => void;
}

interface MadeProps {
  made: { code: string; expiresAt: number };
  onAnother: () => void;
  onCopied: () => void;
}

/** The link of an invitation that was just made. */
function Made({ made, onAnother, onCopied }: MadeProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div className="member-import" role="status">
      <p>{text('member.inviteLinkHint', { time: figures.time(made.expiresAt) })}</p>
      <SecretField label={text('member.inviteLink')} value={linkOf(made.code)} onCopied={onCopied} />
      <Button onClick={onAnother}>{text('member.inviteNew')}</Button>
    </div>
  );
}

type PlaceProps = PartProps & Pick<NewInvitationProps, 'groupName' | 'department'>;

/** Where whoever is invited will belong; roles are of a department and go with it. */
function Place({ fields, change, groupName, department }: PlaceProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item label={text('field.department')} htmlFor={`${id}department`} required>
        {department({
          id: `${id}department`,
          value: fields.groupOID,
          name: groupName,
          onChange: (groupOID) => change({ groupOID, roleOIDs: [] }),
        })}
      </Form.Item>
      <Form.Item label={text('member.roles')} htmlFor={`${id}roles`}>
        <RoleSelect
          id={`${id}roles`}
          groupOID={fields.groupOID}
          value={fields.roleOIDs}
          onChange={(roleOIDs) => change({ roleOIDs })}
        />
      </Form.Item>
    </>
  );
}

/** Who is invited, as far as it is known, and for how long the link is good. */
function Person({ fields, change, wrongPhone }: PartProps & { wrongPhone: boolean }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item label={text('member.inviteName')} htmlFor={`${id}name`}>
        <Input
          id={`${id}name`}
          value={fields.name}
          count={{ show: true, max: limits.member.nameMax }}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Form.Item>
      <Form.Item
        label={text('member.phone')}
        htmlFor={`${id}phone`}
        {...(wrongPhone ? { validateStatus: 'error', help: text('issue.phone') } : {})}
      >
        <Input
          id={`${id}phone`}
          dir="ltr"
          value={fields.phone}
          count={{ show: true, max: limits.member.phoneMax }}
          onChange={({ target }) => change({ phone: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('member.inviteDays')} htmlFor={`${id}days`}>
        <InputNumber
          id={`${id}days`}
          min={1}
          max={limits.member.invitationDaysMost}
          precision={0}
          value={fields.days}
          onChange={(next) => change({ days: next ?? usualDays })}
        />
      </Form.Item>
    </>
  );
}

/** Makes a link with which somebody makes the own account. What was typed stays for the next one. */
export function NewInvitation(props: NewInvitationProps): ReactNode {
  const { groupOID, groupName, department, onKept } = props;
  const text = useText();
  const { fields, change } = useFormDraft<InvitationFields>(() => ({
    groupOID,
    roleOIDs: [],
    name: '',
    phone: '',
    days: usualDays,
  }));
  const [made, setMade] = useState<MadeProps['made'] | null>(null);
  const invite = useInvite();
  const wrongPhone = !isPhone(fields.phone.trim());
  const send = (): void => {
    if (wrongPhone || invite.isPending) return;
    const request = { ...fields, name: fields.name.trim(), phone: fields.phone.trim() };
    invite.mutate(request, {
      onSuccess: (answer) => {
        setMade(answer);
        onKept(false);
      },
    });
  };
  const another = (): void => {
    setMade(null);
    onKept(true);
  };
  if (made) return <Made made={made} onAnother={another} onCopied={() => onKept(true)} />;
  return (
    <Form layout="vertical" onFinish={send} className="member-dialog">
      <Place fields={fields} change={change} groupName={groupName} department={department} />
      <Person fields={fields} change={change} wrongPhone={wrongPhone} />
      <Allowed call={invitationCalls.add}>
        <Button
          type="primary"
          htmlType="submit"
          loading={invite.isPending}
          disabled={wrongPhone}
          title={wrongPhone ? text('app.fillIn') : undefined}
        >
          {text('member.inviteMake')}
        </Button>
      </Allowed>
    </Form>
  );
}

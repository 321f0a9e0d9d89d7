import { dockCalls, limits, type ResponseOf } from '@eyrie/domain';
import { Dialog, loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import { useAppearance } from '../../platform/appearance.ts';
import {
  RecordForm,
  type FieldValue,
  type OwnField,
  type RecordFormRoom,
} from '../../platform/list/index.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { brokenNameRule, dockModels, leadsHere } from './register-dock.rules.ts';

type Registered = ResponseOf<typeof dockCalls.add>;

/** Secret and user name of the dock's sign-in at the broker. They are not kept anywhere on this page. */
function Secret({ dock }: { dock: Registered }): ReactNode {
  const text = useText();
  return (
    <div className="register-secret">
      <Alert type="warning" showIcon title={text('register.secretOnce')} />
      <dl>
        <dt>{text('register.broker')}</dt>
        <dd>
          <Typography.Text copyable={{ text: dock.broker }}>
            <bdi dir="ltr">{dock.broker}</bdi>
          </Typography.Text>
          {leadsHere(dock.broker) ? <p className="register-hint">{text('register.brokerHere')}</p> : null}
        </dd>
        <dt>{text('register.user')}</dt>
        <dd>
          <Typography.Text copyable>{dock.sn}</Typography.Text>
        </dd>
        <dt>{text('register.secret')}</dt>
        <dd>
          <Typography.Text copyable code>
            {dock.secret}
          </Typography.Text>
        </dd>
      </dl>
    </div>
  );
}

function ModelChoice({ id, value, onChange }: OwnField): ReactNode {
  return <Select id={id} value={value} options={[...dockModels]} onChange={onChange} />;
}

/** Codes of the code table's group of that name. */
function InsurerChoice({ id, value, onChange }: OwnField): ReactNode {
  const clearing = useClearing();
  const answer = useCodeChoices('insuranceCompany');
  return (
    <Select
      id={id}
      allowClear={clearing}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      options={(answer.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={(next: FieldValue | undefined) => onChange(next ?? null)}
    />
  );
}

/** @param chineseOnly whether the organisation allows names of docks in Chinese alone */
const formOf = (chineseOnly: boolean): RecordFormRoom => {
  const max = chineseOnly ? limits.dock.nameMax : 64;
  return {
    word: 'dock',
    refusals: { snTaken: 'sn', nameTaken: 'name' },
    fields: {
      name: {
        label: 'register.name',
        max,
        ...(chineseOnly ? { hint: ['register.nameRule', { max }] as const } : {}),
        check: (name) => {
          const broken =
            typeof name === 'string' && name !== '' ? brokenNameRule(name.trim(), chineseOnly) : null;
          return broken && [broken, { max }];
        },
      },
      model: { label: 'register.model', required: true, field: (field) => <ModelChoice {...field} /> },
      sn: { label: 'register.sn', dir: 'ltr' },
      droneSn: { label: 'register.droneSn', hint: 'register.optional', dir: 'ltr' },
      insuranceCompany: {
        label: 'register.insuranceCompany',
        hint: 'register.mayBeLeft',
        field: (field) => <InsurerChoice {...field} />,
      },
    },
  };
};

/** Registers a dock in the member's own department and shows its secret once. */
export function RegisterDock({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const chineseOnly = useAppearance((state) => state.appearance?.nameChineseOnly ?? true);
  const [registered, setRegistered] = useState<Registered | null>(null);
  if (registered)
    return (
      <Dialog
        open
        title={text('register.done')}
        onClose={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            {text('register.close')}
          </Button>
        }
      >
        <Secret dock={registered} />
      </Dialog>
    );
  return (
    <RecordForm
      form={formOf(chineseOnly)}
      title="register.title"
      verb="register.submit"
      call={dockCalls.add}
      fixed={{ groupOID, vendor: 'DJI' }}
      onSaved={(dock) => {
        setRegistered(dock);
        // Routes, tasks and the map know it from now on.
        void client.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}

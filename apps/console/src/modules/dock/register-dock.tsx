import { dockCalls, type ResponseOf } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { RecordForm, type OwnField } from '../../platform/list/index.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useDockFields } from './dock-form.tsx';
import { dockModels, leadsHere } from './dock-form.rules.ts';
import './dock.css';

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

const drawModel = (field: OwnField): ReactNode => <ModelChoice {...field} />;

/** Registers a dock in the member's own department and shows its secret once. */
export function RegisterDock({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const { name, insurance } = useDockFields();
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
      form={{
        word: 'dock',
        refusals: { snTaken: 'sn', nameTaken: 'name' },
        fields: {
          name,
          model: { label: 'register.model', required: true, field: drawModel },
          sn: { label: 'register.sn', dir: 'ltr' },
          droneSn: { label: 'register.droneSn', hint: 'register.optional', dir: 'ltr' },
          ...insurance,
        },
      }}
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

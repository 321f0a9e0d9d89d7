import { dockCalls, limits, type ResponseOf } from '@eyrie/domain';
import { Dialog, loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { call, showFailure } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { brokenNameRule, dockModels, issuesOf, leadsHere, serialNumber } from './register-dock.rules.ts';

interface Fields {
  name: string;
  model: string;
  sn: string;
  droneSn?: string;
  /** Code of the code table's group of that name. */
  insuranceCompany?: string;
}
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

function RegisterFields(): ReactNode {
  const text = useText();
  const clearing = useClearing();
  const answer = useCodeChoices('insuranceCompany');
  const insurers = answer.data?.list ?? [];
  const chineseOnly = useAppearance((state) => state.appearance?.nameChineseOnly ?? true);
  const max = limits.dock.nameMax;
  const nameRule = (_: unknown, name: string | undefined): Promise<void> => {
    const broken = name ? brokenNameRule(name.trim(), chineseOnly) : null;
    if (broken === null) return Promise.resolve();
    return Promise.reject(
      new Error(text(broken, { field: text('register.name'), max: chineseOnly ? max : 64 })),
    );
  };
  const required = (field: string) => ({ required: true, message: text('issue.required', { field }) });
  const serial = (field: string) => ({ pattern: serialNumber, message: text('issue.format', { field }) });
  return (
    <>
      <Form.Item
        name="name"
        label={text('register.name')}
        extra={chineseOnly ? text('register.nameRule', { max }) : undefined}
        rules={[required(text('register.name')), { validator: nameRule }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="model" label={text('register.model')} rules={[required(text('register.model'))]}>
        <Select options={[...dockModels]} />
      </Form.Item>
      <Form.Item
        name="sn"
        label={text('register.sn')}
        rules={[required(text('register.sn')), serial(text('register.sn'))]}
      >
        <Input dir="ltr" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="droneSn"
        label={text('register.droneSn')}
        extra={text('register.optional')}
        rules={[serial(text('register.droneSn'))]}
      >
        <Input dir="ltr" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="insuranceCompany"
        label={text('register.insuranceCompany')}
        extra={text('register.mayBeLeft')}
      >
        <Select
          allowClear={clearing}
          notFoundContent={<NoChoices state={loadStateOf(answer)} />}
          options={insurers.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </Form.Item>
    </>
  );
}

/** The form of a new dock, sending it, and what came of it. */
const useRegistering = () => {
  const client = useQueryClient();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const submit = async ({ droneSn, insuranceCompany, ...fields }: Fields): Promise<void> => {
    setBusy(true);
    try {
      const request = { ...fields, name: fields.name.trim(), groupOID, vendor: 'DJI' as const };
      const optional = {
        ...(droneSn ? { droneSn } : {}),
        ...(insuranceCompany ? { insuranceCompany } : {}),
      };
      setRegistered(await call(dockCalls.add, { ...request, ...optional }, { toast: false }));
      await client.invalidateQueries();
    } catch (error) {
      const known: { name: keyof Fields; errors: string[] }[] = issuesOf(error).flatMap(({ path, message }) =>
        path === 'name' ||
        path === 'model' ||
        path === 'sn' ||
        path === 'droneSn' ||
        path === 'insuranceCompany'
          ? [{ name: path, errors: [message] }]
          : [],
      );
      if (known.length > 0) form.setFields(known);
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, registered, submit, forget: () => setRegistered(null) };
};

/** Registers a dock in the member's own department and shows its secret once. */
export function RegisterDock({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const text = useText();
  const { form, busy, registered, submit, forget } = useRegistering();
  const [typed, setTyped] = useState(false);
  const close = (): void => {
    forget();
    setTyped(false);
    onClose();
  };
  const footer = registered ? (
    <Button type="primary" onClick={close}>
      {text('register.close')}
    </Button>
  ) : (
    <Button type="primary" loading={busy} onClick={form.submit}>
      {text('register.submit')}
    </Button>
  );
  return (
    <Dialog
      open={open}
      title={text(registered ? 'register.done' : 'register.title')}
      onClose={close}
      unsaved={typed && registered === null}
      footer={footer}
    >
      {registered ? (
        <Secret dock={registered} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark
          onValuesChange={() => setTyped(true)}
          onFinish={(fields) => void submit(fields)}
        >
          <RegisterFields />
        </Form>
      )}
    </Dialog>
  );
}

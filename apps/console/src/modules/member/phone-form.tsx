import { CallRefused } from '@eyrie/client';
import { isPhone, limits } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOwnPhone, usePhoneEdit } from './member.queries.ts';

/** Changes the own phone number, by the same rule as the server's. */
export function PhoneForm(): ReactNode {
  const answer = useOwnPhone();
  return (
    <Loaded state={loadStateOf(answer)}>{() => <PhoneField stored={answer.data?.phone ?? ''} />}</Loaded>
  );
}

function PhoneField({ stored }: { stored: string }): ReactNode {
  const text = useText();
  const id = useId();
  const edit = usePhoneEdit();
  const [typed, setTyped] = useState<string | null>(null);
  const phone = typed ?? stored;
  const wrong = !isPhone(phone.trim());
  const save = (): void => {
    if (wrong || typed === null || edit.isPending) return;
    edit.mutate(phone.trim(), {
      onSuccess: () => {
        showToast('success', text('member.phoneSaved'));
        setTyped(null);
      },
      onError: (error) => {
        if (!(error instanceof CallRefused) || error.reason !== 'invalid') showFailure(error);
      },
    });
  };
  return (
    <Form layout="vertical" onFinish={save}>
      <Form.Item
        label={text('member.phone')}
        htmlFor={`${id}phone`}
        extra={text('member.phoneRule')}
        {...(wrong ? { validateStatus: 'error', help: text('issue.phone') } : {})}
      >
        <Input
          id={`${id}phone`}
          dir="ltr"
          autoComplete="tel"
          value={phone}
          count={{ show: true, max: limits.member.phoneMax }}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form.Item>
      <Button
        htmlType="submit"
        loading={edit.isPending}
        disabled={wrong || typed === null}
        title={wrong ? text('app.fillIn') : typed === null ? text('app.unchanged') : undefined}
      >
        {text('app.save')}
      </Button>
    </Form>
  );
}

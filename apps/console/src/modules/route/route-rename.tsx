import type { RouteRecord } from '@eyrie/domain';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useReadVersion } from '../../platform/read-version.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useRouteEdit } from './route.queries.ts';

/** Changes name and remark of a route. What was typed stays when the server refuses. */
export function RouteRename({ route, onDone }: { route: RouteRecord; onDone: () => void }): ReactNode {
  const text = useText();
  const nameId = useId();
  const remarkId = useId();
  const [name, setName] = useState(route.name);
  const [remark, setRemark] = useState(route.remark);
  const edit = useRouteEdit();
  const { read, stopped } = useReadVersion(route.version, { name: 'route.name', remark: 'route.remark' });
  const fault = name.trim() === '' ? text('issue.required', { field: text('route.name') }) : null;
  const save = (): void => {
    if (fault) return;
    edit.mutate(
      { oid: route.oid, ...read, name: name.trim(), remark },
      {
        onSuccess: () => {
          showToast('success', text('route.renamed'));
          onDone();
        },
        onError: (error) => void (stopped(error) || showFailure(error)),
      },
    );
  };
  return (
    <form
      className="route-import"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="route-import-field">
        <label htmlFor={nameId}>{text('route.name')}</label>
        <Input
          id={nameId}
          value={name}
          maxLength={64}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== null}
          onChange={(event) => setName(event.target.value)}
        />
        {fault ? <span role="alert">{fault}</span> : null}
      </div>
      <div className="route-import-field">
        <label htmlFor={remarkId}>{text('route.remark')}</label>
        <Input.TextArea
          id={remarkId}
          value={remark}
          maxLength={300}
          rows={3}
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
      <Button type="primary" htmlType="submit" loading={edit.isPending} disabled={fault !== null}>
        {text('app.save')}
      </Button>
    </form>
  );
}

import type { RouteTemplate } from '@eyrie/domain';
import { Button, Input, Radio } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { ListTools } from '../../../platform/list/index.ts';
import { useText } from '../../../platform/text.tsx';
import { placeOf } from '../editor/numbers.ts';
import { templateAddress } from '../editor/plan-source.ts';

/** Where a template with places begins: where it was drawn, or at a place that is typed. */
function Where({ onChosen }: { onChosen: (at: ReturnType<typeof placeOf>) => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [elsewhere, setElsewhere] = useState(false);
  const [typed, setTyped] = useState('');
  const place = placeOf(typed);
  const wrong = elsewhere && typed.trim() !== '' && !place;
  return (
    <form
      className="ey-stack ey-gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (!elsewhere || place) onChosen(elsewhere ? place : null);
      }}
    >
      <Radio.Group
        aria-label={text('routeTemplate.where')}
        value={elsewhere}
        onChange={({ target }) => setElsewhere(target.value === true)}
        options={[
          { value: false, label: text('routeTemplate.where.same') },
          { value: true, label: text('routeTemplate.where.moved') },
        ]}
      />
      {elsewhere ? (
        <>
          <label htmlFor={id}>{text('planner.addPlaceHint')}</label>
          <Input
            id={id}
            className="planner-number"
            autoComplete="off"
            value={typed}
            status={wrong ? 'error' : ''}
            aria-invalid={wrong}
            onChange={({ target }) => setTyped(target.value)}
          />
          {wrong ? (
            <span role="alert" className="planner-fault">
              {text('planner.badPlace', { value: typed })}
            </span>
          ) : null}
        </>
      ) : null}
      <Button
        type="primary"
        htmlType="submit"
        disabled={elsewhere && !place}
        title={elsewhere && !place ? text('app.fillIn') : undefined}
      >
        {text('routeTemplate.begin')}
      </Button>
    </form>
  );
}

/** Begins a route with a template; one that has places may begin elsewhere. */
export function beginWith(
  { oid, type, placed }: RouteTemplate,
  { navigate, dialog }: Pick<ListTools<never>, 'navigate' | 'dialog'>,
): void {
  if (!placed) {
    void navigate(templateAddress(oid, type, null));
    return;
  }
  dialog({
    title: 'routeTemplate.where',
    content: (close) => (
      <Where
        onChosen={(at) => {
          close();
          void navigate(templateAddress(oid, type, at));
        }}
      />
    ),
  });
}

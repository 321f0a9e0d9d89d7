import { setSettings } from '@eyrie/planner';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { useActionName } from './action-form.tsx';
import type { Editor } from './use-editor.ts';

/** What points that are added do by themselves, as a template may say it; and the way to have them do nothing. */
export function PointActions({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const nameOf = useActionName();
  const { pointActions = [] } = editor.plan.settings;
  if (pointActions.length === 0) return null;
  return (
    <section className="planner-form ey-stack ey-gap-8" aria-label={text('planner.pointActions')}>
      <h3>{text('planner.pointActions')}</h3>
      <ol className="ey-muted">
        {pointActions.map((action, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- actions have no name but their place
          <li key={at}>{nameOf(action)}</li>
        ))}
      </ol>
      <Button size="small" onClick={() => editor.edit((plan) => setSettings(plan, { pointActions: [] }))}>
        {text('planner.pointActionsClear')}
      </Button>
    </section>
  );
}

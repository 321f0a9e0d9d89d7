import { Icon } from '@eyrie/ui';
import { Button, Dropdown } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { pointActs, type PointAct } from './point-acts.ts';
import type { Editor } from './use-editor.ts';
import './point-menu.css';

/** Acts on points in words, with their keys: what the menu of the map does, without the map. */
export function PointMenu({ editor, onJoin }: { editor: Editor; onJoin: () => void }): ReactNode {
  const text = useText();
  const trigger = useRef<HTMLButtonElement>(null);
  const label = (act: Pick<PointAct, 'label' | 'key'>, why: string | undefined): ReactNode => (
    <span className="planner-act" title={why}>
      <span>{text(act.label)}</span>
      <kbd dir="ltr">{act.key}</kbd>
    </span>
  );
  const items = Object.entries(pointActs).map(([key, act]: [string, PointAct]) => {
    const reason = act.why(editor);
    const why = reason === null ? undefined : text(reason);
    return {
      key,
      disabled: reason !== null,
      // Read out with the reason, where there is one.
      label: label(act, why),
      ...(why === undefined ? {} : { 'aria-description': why }),
      onClick: () => {
        act.run(editor.live);
        // Left in the menu, the focus would keep the keys from the editor.
        trigger.current?.focus();
      },
    };
  });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...items,
          {
            key: 'join',
            label: label({ label: 'planner.join', key: 'J' }, undefined),
            onClick: onJoin,
          },
        ],
      }}
    >
      <Button ref={trigger} size="small" icon={<Icon name="down" size={12} />} iconPosition="end">
        {text('planner.acts')}
      </Button>
    </Dropdown>
  );
}

import { routeCalls, routeTypes, type RouteRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import type { ListTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import './route.css';

/** The five kinds of route, each with what it is for. */
export function RouteKinds({ onChosen }: { onChosen: (kind: RouteRecord['type']) => void }): ReactNode {
  const text = useText();
  return (
    <ul className="route-kinds">
      {routeTypes.map((kind) => (
        <li key={kind}>
          <button type="button" onClick={() => onChosen(kind)}>
            <strong>{text(`route.type.${kind}`)}</strong>
            <span>{text(`planner.newHint.${kind}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Kinds({ onChosen }: { onChosen: () => void }): ReactNode {
  const navigate = useNavigate();
  return (
    <RouteKinds
      onChosen={(kind) => {
        onChosen();
        void navigate(`/RoutePlanning?plan=new&kind=${kind}`);
      }}
    />
  );
}

const askKind = (dialog: ListTools<never>['dialog']): void =>
  dialog({ title: 'planner.newTitle', content: (close) => <Kinds onChosen={close} /> });

/** Begins a route: which kind, then the editor. */
export function NewRoute({ dialog }: Pick<ListTools<never>, 'dialog'>): ReactNode {
  const text = useText();
  return (
    <Allowed call={routeCalls.add}>
      <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => askKind(dialog)}>
        {text('planner.new')}
      </Button>
    </Allowed>
  );
}

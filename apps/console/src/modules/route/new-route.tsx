import { routeCalls, routeTypes, type RouteRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import type { ListTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { FromPhoto } from './view/from-photo.tsx';
import './route.css';

/** The five kinds of route, each with what it is for. */
export function RouteKinds({ onChosen }: { onChosen: (kind: RouteRecord['type']) => void }): ReactNode {
  const text = useText();
  return (
    <ul className="route-kinds ey-list ey-stack ey-gap-8">
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

/** What a route begins with: a kind, a template, or a photo. */
function Beginnings({ onChosen }: { onChosen: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const [photo, setPhoto] = useState(false);
  const go = (address: string): void => {
    onChosen();
    void navigate(address);
  };
  if (photo) return <FromPhoto onTaken={onChosen} />;
  return (
    <>
      <RouteKinds onChosen={(kind) => go(`/RoutePlanning?plan=new&kind=${kind}`)} />
      <h2 className="route-begin-other">{text('planner.from')}</h2>
      <ul className="route-kinds ey-list ey-stack ey-gap-8">
        <li>
          <button type="button" onClick={() => go('/RoutePlanning?tab=templates')}>
            <strong>{text('planner.fromTemplate')}</strong>
            <span>{text('planner.fromTemplateHint')}</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => setPhoto(true)}>
            <strong>{text('planner.fromPhoto')}</strong>
            <span>{text('planner.fromPhotoHint')}</span>
          </button>
        </li>
      </ul>
    </>
  );
}

const askBeginning = (dialog: ListTools<never>['dialog']): void =>
  dialog({ title: 'planner.newTitle', content: (close) => <Beginnings onChosen={close} /> });

/** Begins a route: with what, then the editor. */
export function NewRoute({ dialog }: Pick<ListTools<never>, 'dialog'>): ReactNode {
  const text = useText();
  return (
    <Allowed call={routeCalls.add}>
      <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => askBeginning(dialog)}>
        {text('planner.new')}
      </Button>
    </Allowed>
  );
}

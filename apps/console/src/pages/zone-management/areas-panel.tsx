import { CallRefused } from '@eyrie/client';
import { regionCalls, unfitAreas, type AreaDock, type UnfitArea } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { AreaStateMark } from '../../modules/region/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

interface Unfit {
  name: string;
  why: UnfitArea;
}

const unfitIn = (error: unknown): Unfit[] => {
  const data: unknown = error instanceof CallRefused ? error.data : null;
  const list: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'unfit') : null;
  return Array.isArray(list)
    ? list.filter((one: Unfit) => unfitAreas.some((why) => why === one.why) && typeof one.name === 'string')
    : [];
};

/** Somebody types the name of the dock: what is erased does not come back. */
function EraseDialog({ dock, onClose }: { dock: AreaDock; onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const erase = useMutation({
    mutationFn: () => call(regionCalls.eraseAreas, { oid: dock.dockOID, name: name.trim() }),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: ['region', 'areas'] });
    },
  });
  return (
    <FormDialog
      title={text('region.eraseTitle', { name: dock.dockName })}
      onClose={onClose}
      danger
      verb={text('region.erase')}
      ready={name.trim() === dock.dockName}
      busy={erase.isPending}
      onSubmit={() => erase.mutate()}
    >
      <p>{text('region.eraseText')}</p>
      <Form.Item label={text('region.eraseName')}>
        <Input
          aria-label={text('region.eraseName')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Form.Item>
    </FormDialog>
  );
}

/** How every dock stands with its flight areas, and the ways to send or erase them. */
export function AreasPanel(): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [erasing, setErasing] = useState<AreaDock | null>(null);
  const [unfit, setUnfit] = useState<readonly Unfit[]>([]);
  const answer = useQuery({
    queryKey: ['region', 'areas'],
    queryFn: ({ signal }) => call(regionCalls.areas, {}, { signal }),
  });
  const docks = answer.data?.list ?? [];
  const send = useMutation({
    mutationFn: (oids: string[]) => call(regionCalls.sendAreas, { oids }, { toast: false }),
    onMutate: () => setUnfit([]),
    onSuccess: () => showToast('success', text('region.sent')),
    onError: (error) => {
      setUnfit(unfitIn(error));
      showFailure(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['region', 'areas'] }),
  });
  return (
    <section aria-label={text('region.areas')} className="zone-areas ey-stack ey-gap-8">
      <h2>{text('region.areas')}</h2>
      <p className="list-hint">{text('region.areasHint')}</p>
      {unfit.length === 0 ? null : (
        <ul role="alert">
          {unfit.map(({ name, why }) => (
            <li key={`${name} ${why}`}>
              <bdi>{name}</bdi>: {text(`region.unfit.${why}`)}
            </li>
          ))}
        </ul>
      )}
      <Loaded state={loadStateOf(answer)}>
        {() =>
          docks.length === 0 ? (
            <p className="list-hint">{text('region.areasNone')}</p>
          ) : (
            <ul>
              {docks.map((dock) => (
                <li key={dock.dockOID}>
                  <bdi>{dock.dockName}</bdi>
                  <AreaStateMark area={dock} />
                  <span className="ey-flow ey-gap-6">
                    <Allowed call={regionCalls.sendAreas}>
                      <Button
                        size="small"
                        loading={send.isPending}
                        onClick={() => send.mutate([dock.dockOID])}
                      >
                        {text('region.send')}
                      </Button>
                    </Allowed>
                    <Allowed call={regionCalls.eraseAreas}>
                      <Button size="small" danger onClick={() => setErasing(dock)}>
                        {text('region.erase')}
                      </Button>
                    </Allowed>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {docks.length > 1 ? (
        <Allowed call={regionCalls.sendAreas}>
          <Button
            loading={send.isPending}
            onClick={() => send.mutate(docks.slice(0, 200).map(({ dockOID }) => dockOID))}
          >
            {text('region.sendAll')}
          </Button>
        </Allowed>
      ) : null}
      {erasing ? <EraseDialog dock={erasing} onClose={() => setErasing(null)} /> : null}
    </section>
  );
}

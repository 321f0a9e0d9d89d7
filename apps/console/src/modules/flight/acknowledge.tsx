import { flightChoiceCalls, type FlightRecord } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

/** With which its assignee says that a flight is known; nothing for everybody else, and once it was said. */
export function AcknowledgeFlight({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const myself = useSession((session) => session.user?.oid);
  const acknowledging = useMutation({
    mutationFn: () => call(flightChoiceCalls.acknowledge, { oid: flight.oid }),
    onSettled: () => client.invalidateQueries({ queryKey: ['flight'] }),
  });
  if (flight.acknowledgement !== 'waiting' || flight.state === 'over' || flight.assigneeOID !== myself)
    return null;
  return (
    <Allowed call={flightChoiceCalls.acknowledge}>
      <Button type="primary" loading={acknowledging.isPending} onClick={() => acknowledging.mutate()}>
        {text('flight.acknowledge')}
      </Button>
    </Allowed>
  );
}

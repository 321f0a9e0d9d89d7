import type { LiveMessage } from '@eyrie/domain';

/** Changes with every flight that begins or ends: then the numbers of flights are others. */
export const flightsChanged = ({ name, data, time }: LiveMessage): string | null =>
  name === 'routeBusiness' && 'phase' in data ? `${time}` : null;

/** Changes when a dock comes or goes, or an aircraft takes off or lands. */
export const devicesChanged = ({ name, data }: LiveMessage): string | null => {
  if (name === 'dockPresence') return 'online' in data ? `${data.online}` : null;
  const ofAircraft = name === 'droneTelemetry' || name === 'heldDroneTelemetry';
  return ofAircraft && 'airborne' in data ? `${data.online} ${data.airborne}` : null;
};

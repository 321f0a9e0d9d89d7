import { describe, expect, it, vi } from 'vitest';
import { controllerParts } from './controller-monitor.generated.ts';
import { dockParts } from './dock-monitor.generated.ts';
import { partsAt, type DockLink } from './platform/monitor-part.tsx';
import { robotParts } from './robot-monitor.generated.ts';

// The platform sets language and theme of the page, and listens to it, as soon as it is loaded.
vi.hoisted(() => {
  const nothing = (): void => undefined;
  const documentElement = { style: { setProperty: nothing }, dataset: {} };
  vi.stubGlobal('document', { documentElement, addEventListener: nothing, querySelector: () => null });
  vi.stubGlobal('addEventListener', nothing);
  vi.stubGlobal('window', globalThis);
});

const idsOf = (parts: readonly { id: string }[]): string[] => parts.map(({ id }) => id);

describe('the parts of a monitor', () => {
  it.each<[DockLink, string[]]>([
    [
      'dock',
      [
        'dockDebug.tools',
        'dockLog.files',
        'firmware.versions',
        'dock.reported',
        'flightControl.payload',
        'flightControl.devices',
        'flightControl.lights',
        'speaker.sounds',
        'telemetry.health',
      ],
    ],
    ['openDock', ['dockDebug.open', 'telemetry.health']],
  ])('of a %s stand in their order, beside what it measures', (link, side) => {
    expect(idsOf(partsAt(dockParts, link, 'side'))).toEqual(side);
    expect(idsOf(partsAt(dockParts, link, 'instruments'))).toEqual(['telemetry.drone', 'telemetry.dock']);
  });

  it('of a remote controller begin with the consent of its pilot', () => {
    expect(idsOf(partsAt(controllerParts, 'controller', 'side'))).toEqual([
      'remoteController.consent',
      'remoteController.figures',
    ]);
    expect(idsOf(partsAt(controllerParts, 'controller', 'instruments'))).toEqual(['telemetry.drone']);
  });

  it('of a robot show what it reports', () => {
    expect(idsOf(partsAt(robotParts, 'robot', 'side'))).toEqual(['robot.live']);
  });

  it('have ids and ranks of their own', () => {
    for (const [parts, links] of [
      [dockParts, ['dock', 'openDock']],
      [controllerParts, ['controller']],
      [robotParts, ['robot']],
    ] as const) {
      expect(new Set(idsOf(parts)).size).toBe(parts.length);
      for (const link of links) {
        const own = parts.filter((part) => (part.links as readonly string[]).includes(link));
        const places = own.map(({ place, rank }) => `${place} ${rank}`);
        expect(new Set(places).size).toBe(places.length);
      }
    }
  });
});

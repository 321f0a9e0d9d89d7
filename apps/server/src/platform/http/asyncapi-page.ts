import {
  openCommandNames,
  openCommands,
  openCommandsOf,
  openDeviceKinds,
  openDevicePublishes,
  openDeviceSubscribes,
  openDeviceTopic,
  openExamples,
  openRules,
  type OpenCommandName,
  type OpenDeviceDown,
  type OpenDeviceUp,
} from '@eyrie/domain';
import { openMessageWords, serverOf } from './asyncapi.ts';
import { schemaOf } from './openapi.ts';
import { descriptionPage, escape } from './reference-page.ts';

const cells = (texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;

const channel = (kind: OpenDeviceUp | OpenDeviceDown, direction: string): string => {
  const { title, summary, qos } = openMessageWords[kind];
  return cells([
    `<code>${escape(openDeviceTopic('{sn}', kind))}</code>`,
    direction,
    String(qos),
    `<b>${escape(title)}</b><br>${escape(summary)}`,
    openExamples[kind].map((example) => `<pre>${escape(JSON.stringify(example, null, 1))}</pre>`).join(''),
  ]);
};

const command = (name: OpenCommandName): string => {
  const kinds = openDeviceKinds.filter((kind) => openCommandsOf[kind].includes(name));
  const { properties } = schemaOf(openCommands[name], 'input');
  return cells([
    `<code>${escape(name)}</code>`,
    kinds.join(', '),
    `<pre>${escape(JSON.stringify(properties, null, 1))}</pre>`,
  ]);
};

/** A readable page of the contract of open devices; shapes are in /asyncapi.json. */
export const asyncApiPage = (version: string, address: string): string => {
  const { host, protocol } = serverOf(address);
  const channels = [
    ...openDevicePublishes.map((kind) => channel(kind, 'device → server')),
    ...openDeviceSubscribes.map((kind) => channel(kind, 'server → device')),
  ];
  const rules = Object.entries(openRules).map(([rule, sentence]) =>
    cells([`<code>${escape(rule)}</code>`, escape(sentence)]),
  );
  return descriptionPage(
    'Eyrie open devices',
    `<p>Version ${escape(version)}. Broker: <code>${escape(`${protocol}://${host}`)}</code>; user name: the serial number,
password: the secret of the device. Shapes: <a href="/asyncapi.json">asyncapi.json</a></p>
<h2>Rules</h2><table><tbody>${rules.join('\n')}</tbody></table>
<h2>Channels</h2><table><thead><tr><th>Topic</th><th>Direction</th><th>QoS</th><th>Message</th><th>Examples</th></tr></thead>
<tbody>${channels.join('\n')}</tbody></table>
<h2>Commands</h2><table><thead><tr><th>Name</th><th>Of</th><th>Arguments</th></tr></thead>
<tbody>${openCommandNames.map(command).join('\n')}</tbody></table>`,
  );
};

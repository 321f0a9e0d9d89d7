export { createBinding, codeOfFault, giveCode, type Binding } from './binding.ts';
export { connectionEndpoints } from './connection.endpoints.ts';
export { createConnectionNotes, type ConnectionNotes, type SignIn } from './connection.gateway.ts';
export { connectionNeedsNow, type DockSettings } from './needs.ts';

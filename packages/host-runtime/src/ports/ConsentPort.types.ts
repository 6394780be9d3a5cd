import type { Permission } from '@host/contracts';

/** What a person is asked. */
export interface ConsentRequest {
  appId: string;
  /** The mini-app's name as the registry has it. */
  appName: string;
  permission: Permission;
}

/** How a host asks the person in front of it. */
export interface ConsentPort {
  /** Shows the question and resolves to whether the person agrees. The answer is remembered by the runtime. */
  ask(request: ConsentRequest): Promise<boolean>;
}

// Made from Playhead's table of messages, version 1.

/** Whether the overlay is shown. */
export type OverlayStatus = "enabled" | "hidden" | "disabled";

/** Whether the player's controls are shown. */
export type StageControls = "visible" | "hidden";

/** Where a swipe goes. */
export type SwipeDirection = "left" | "right" | "up" | "down";

/** What the player does, as overlays call it. */
export type OverlayPlayerState = "playing" | "stopped" | "paused" | "seeking" | "buffering";

/** What went wrong, and how bad it is. */
export interface OverlayError {
  level: "fatal" | "warning";
  code: number;
  message: string;
}

/** Something went wrong in the overlay or a plugin. After a fatal error the app destroys it. */
export interface OverlayError {
  /** The error: its level, code and message. */
  error: OverlayError;
}

/** The app wants the page in another language. */
export interface AppLanguage {
  /** The new language. */
  language: string;
}

/** A message of the app's own to the page. */
export interface AppMessage {
  /** The message, as the text of a JSON value. */
  jsonString: string;
}

/** The overlay's status changed. A disabled one is unloaded. */
export interface BridgeAppStatus {
  /** The new status. */
  status: OverlayStatus;
}

/** The empty stage was clicked: the player's controls are to be shown or hidden. */
export interface BridgeStage {
  /** The new state of the player's controls. */
  controls: StageControls;
}

/** The empty stage was swiped. */
export interface BridgeStageSwipe {
  /** Where the swipe went. */
  direction: SwipeDirection;
}

/** The playhead is to be put elsewhere. */
export interface BridgeTime {
  /** Where to, in milliseconds since 1970 UTC. */
  timecode: number;
}

/** The player is to play, pause or stop. */
export interface BridgeState {
  /** The new state. */
  state: OverlayPlayerState;
}

/** The page shows another language. */
export interface BridgeLanguage {
  /** The language that is shown. */
  language: string;
  /** The languages that there are. */
  available: string[];
}

/** A message of the page's own to the app. */
export interface BridgeMessage {
  /** The message; JSON by agreement, which the app has to check. */
  jsonString: string;
}

/** The player is to play at another rate. */
export interface BridgeSpeed {
  /** The rate of playing: 0.5 is half speed, 1 normal, 2 twice as fast. From 0.0 to 16.0. */
  speed: number;
}

/** The player is to be as loud. */
export interface BridgeVolume {
  /** The volume: 0 is silent, 100 normal. From 0 to 100. */
  volume: number;
}

/** Sound is to be switched off or on. */
export interface BridgeMute {
  /** Whether sound is off. */
  mute: boolean;
}

/** The picture is to be made smaller or moved, relative to its full size. */
export interface BridgeVideoScale {
  /** The picture's width, as a part of the full one. From 0.0 to 1.0. */
  videoScaleX: number;
  /** The picture's height, as a part of the full one. From 0.0 to 1.0. */
  videoScaleY: number;
  /** The point that stays where it is, from the left (0) to the right (1). From 0.0 to 1.0. */
  videoPivotX: number;
  /** The point that stays where it is, from the top (0) to the bottom (1). From 0.0 to 1.0. */
  videoPivotY: number;
  /** How long the change takes, in milliseconds. From 0 to 60000. */
  videoScaleDuration: number;
}

/** Where the playhead is. Without the window the stream is live and can't be sought in. */
export interface PlayerTime {
  /** The playhead, in milliseconds since 1970 UTC. */
  timecode: number;
  /** Where the seekable window begins, in milliseconds since 1970 UTC. */
  initialTimecode?: number;
  /** Where the seekable window ends, in milliseconds since 1970 UTC. */
  maxTimecode?: number;
}

/** Something went wrong in the player or its plugin. */
export interface PlayerError {
  /** The error: its level, code and message. */
  error: OverlayError;
}

/** The playhead came to metadata of the stream. */
export interface PlayerMetadata {
  /** The metadata, as the text of a JSON value. */
  metadata: string;
}

/** The player's state changed. */
export interface PlayerState {
  /** The new state. */
  state: OverlayPlayerState;
}

/** The player's controls were shown or hidden. */
export interface PlayerStage {
  /** The new state of the player's controls. */
  controls: StageControls;
}

/** The rate of playing changed. */
export interface PlayerSpeed {
  /** The rate of playing: 0.5 is half speed, 1 normal, 2 twice as fast. From 0.0 to 16.0. */
  speed: number;
}

/** The volume changed. */
export interface PlayerVolume {
  /** The volume: 0 is silent, 100 normal. From 0 to 100. */
  volume: number;
}

/** Sound was switched off or on. */
export interface PlayerMute {
  /** Whether sound is off. */
  mute: boolean;
}

/** The picture is about to be made smaller or moved. */
export interface PlayerVideoScale {
  /** The picture's width, as a part of the full one. From 0.0 to 1.0. */
  videoScaleX: number;
  /** The picture's height, as a part of the full one. From 0.0 to 1.0. */
  videoScaleY: number;
  /** The point that stays where it is, from the left (0) to the right (1). From 0.0 to 1.0. */
  videoPivotX: number;
  /** The point that stays where it is, from the top (0) to the bottom (1). From 0.0 to 1.0. */
  videoPivotY: number;
  /** How long the change takes, in milliseconds. From 0 to 60000. */
  videoScaleDuration: number;
}

/** What a page is told. */
export interface IncomingEvents {
  /** All components are at work. */
  overlayReady: Record<string, never>;
  /** Something went wrong in the overlay or a plugin. After a fatal error the app destroys it. */
  overlayError: OverlayError;
  /** The app wants the page in another language. */
  appLanguage: AppLanguage;
  /** A message of the app's own to the page. */
  appMessage: AppMessage;
  /** The player is ready to play. */
  playerReady: Record<string, never>;
  /** Where the playhead is. Without the window the stream is live and can't be sought in. */
  playerTime: PlayerTime;
  /** Something went wrong in the player or its plugin. */
  playerError: PlayerError;
  /** The playhead came to metadata of the stream. */
  playerMetadata: PlayerMetadata;
  /** The player's state changed. */
  playerState: PlayerState;
  /** The player's controls were shown or hidden. */
  playerStage: PlayerStage;
  /** The rate of playing changed. */
  playerSpeed: PlayerSpeed;
  /** The volume changed. */
  playerVolume: PlayerVolume;
  /** Sound was switched off or on. */
  playerMute: PlayerMute;
  /** The picture is about to be made smaller or moved. */
  playerVideoScale: PlayerVideoScale;
}

/** What a page says. */
export interface OutgoingEvents {
  /** The overlay's status changed. A disabled one is unloaded. */
  bridgeAppStatus: BridgeAppStatus;
  /** The page can receive. Nothing is sent to it before. */
  bridgeReady: Record<string, never>;
  /** The empty stage was clicked: the player's controls are to be shown or hidden. */
  bridgeStage: BridgeStage;
  /** The empty stage was swiped. */
  bridgeStageSwipe: BridgeStageSwipe;
  /** The playhead is to be put elsewhere. */
  bridgeTime: BridgeTime;
  /** The player is to play, pause or stop. */
  bridgeState: BridgeState;
  /** The page shows another language. */
  bridgeLanguage: BridgeLanguage;
  /** A message of the page's own to the app. */
  bridgeMessage: BridgeMessage;
  /** The player is to play at another rate. */
  bridgeSpeed: BridgeSpeed;
  /** The player is to be as loud. */
  bridgeVolume: BridgeVolume;
  /** Sound is to be switched off or on. */
  bridgeMute: BridgeMute;
  /** The picture is to be made smaller or moved, relative to its full size. */
  bridgeVideoScale: BridgeVideoScale;
}

/** What an app may grant. */
export type OverlayPermission = "stage" | "time" | "state" | "speed" | "volume" | "mute" | "videoScale";

/** What the page is told first. */
export interface Session {
  version: number;
  permissions: OverlayPermission[];
  parameters: Record<string, string>;
  /** Whether there is a player, rather than the module's own imitation of one. */
  isConnected: boolean;
}

export interface ConnectOptions {
  /** Without a player: an imitation of one, with so many milliseconds to seek in. By default 600,000; false waits for a player for ever. */
  development?: false | { duration?: number; start?: number };
}

/** How the page is connected: not yet; with a player; not any more, so that it is tried again; not any more, for good; with an imitation of a player. */
export type ConnectionState = "connecting" | "connected" | "lost" | "closed" | "development";

export interface Overlay {
  /** How the page is connected now. */
  readonly connection: ConnectionState;
  /** Says bridgeReady once it is connected, and resolves with the session. Call it after on(). */
  ready(): Promise<Session>;
  /** Calls the listener with each such event, until the function that it returns is called. "session" comes with each connection. */
  on<Event extends keyof IncomingEvents>(event: Event, listener: (payload: IncomingEvents[Event]) => void): () => void;
  on(event: "session", listener: (session: Session) => void): () => void;
  /** Calls the listener with each change of the connection; "lost" comes within three seconds after the player or the network is gone. */
  on(event: "connection", listener: (connection: { state: ConnectionState }) => void): () => void;
  off(event: keyof IncomingEvents | "session" | "connection", listener: (payload: never) => void): void;
  /** Says something to the player and the app. Before the connection it is kept. */
  send<Event extends keyof OutgoingEvents>(event: Event, payload?: OutgoingEvents[Event]): void;
  /** The time code now, between the player's reports, in milliseconds since 1970 UTC; undefined before the first. */
  timecode(): number | undefined;
  /** Reports clicks and swipes on an element's empty parts as bridgeStage and bridgeStageSwipe; the returned function ends it. */
  stage(element: Element): () => void;
  /** Ends the connection for good. */
  close(): void;
}

export function connect(options?: ConnectOptions): Overlay;

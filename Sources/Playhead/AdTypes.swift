import PlayheadAds

/// Which ads a player shows when: tags, a schedule or a VMAP document; rules, time limits and how clicks are opened.
public typealias AdConfiguration = PlayheadAds.AdConfiguration
/// A break: when it is, and where its ads are from.
public typealias AdBreak = PlayheadAds.AdBreak
/// When a break is.
public typealias AdBreakOffset = PlayheadAds.AdBreakOffset
/// Where in an ad or in the content something is.
public typealias AdOffset = PlayheadAds.AdOffset
/// Which breaks are left out.
public typealias AdRules = PlayheadAds.AdRules

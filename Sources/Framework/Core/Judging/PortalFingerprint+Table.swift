extension PortalFingerprint {
    /// The known gateways; the first match counts, so specific entries come before general ones.
    ///
    /// The facts are from the vendors' documentation of external portals and from the sources of the open ones.
    /// Names that an administrator chooses freely, such as a bare `userip`, are not used as signs.
    static let table: [PortalFingerprint] = [
        // Open-source gateways, by their own paths and parameters.
        .init("openNDS", .url("/opennds_")),
        .init("openNDS", .host("status.client"), .parameters(["fas"])),
        .init("openNDS", .parameters(["fas", "iv"])),
        .init("openNDS", .body("/opennds_preauth/")),
        .init("nodogsplash", .url("/nodogsplash_auth/")),
        .init("nodogsplash", .port(2050), .path("/splash.html")),
        .init("nodogsplash", .body("/nodogsplash_auth/")),
        .init("CoovaChilli", .parameters(["res", "uamip", "uamport", "sessionid"])),
        .init("CoovaChilli", .port(3990), .path("/prelogin")),
        .init("CoovaChilli", .port(3990), .path("/status")),
        .init("CoovaChilli", .port(3990), .path("/logoff")),
        .init("PacketFence", .path("/captive-portal"), .parameters(["destination_url"])),
        .init("IPFire", .port(1013), .path("/cgi-bin/index.cgi")),
        .init("OPNsense", .body("/api/captiveportal/access/")),
        .init("OPNsense", .port(8000), .path("/index.html"), .parameters(["redirurl"])),
        .init("pfSense", .path("/index.php"), .parameters(["zone", "redirurl"])),
        .init("pfSense", .body("/index.php?zone=")),
        .init("pfSense", .body("name=\"redirurl\""), .body("name=\"zone\""), .body("name=\"accept\"")),
        .init("Ruijie", .parameters(["gw_id", "gw_sn", "gw_port"])),
        .init("wifidog", .parameters(["gw_address", "gw_port", "gw_id"])),
        .init("wifidog", .body("/wifidog/status")),
        .init("WiFiManager", .body("github.com/tzapu/wifimanager")),

        // MikroTik: RouterOS, the pages of the HotSpot.
        .init("MikroTik", .path("/login"), .parameters(["dst"])),
        .init("MikroTik", .parameters(["link-login-only"])),
        .init("MikroTik", .header("Server", "mikrotik")),
        .init("MikroTik", .body("/login?dst=")),
        .init("MikroTik", .body("name=\"dst\""), .body("name=\"popup\"")),
        .init("MikroTik", .body("name=\"link-login-only\"")),
        .init("MikroTik", .body("hotspot_logout")),

        // Clouds and controllers, by the parameters that they add to the URL of an external portal.
        .init("Cisco Meraki", .host("network-auth.com")),
        .init("Cisco Meraki", .url("network-auth.com%2f"), .parameters(["login_url", "continue_url"])),
        .init("Cisco Meraki", .parameters(["base_grant_url", "user_continue_url"])),
        .init("Cisco ISE", .path("/portal/gateway"), .parameters(["sessionid", "portal"])),
        .init("Cisco", .parameters(["switch_url", "ap_mac"])),
        .init("Cisco", .parameters(["switch_url", "wlan"])),
        .init("Cisco", .body("au_pxytimetag")),
        .init("Cisco", .body("name=\"buttonclicked\""), .body("name=\"err_flag\"")),
        .init("Aruba", .host("securelogin.arubanetworks.com")),
        .init("Aruba", .parameters(["arubalp"])),
        .init("Aruba", .url("cmd=login"), .parameters(["mac", "essid"])),
        .init("Aruba", .url("cmd=login"), .parameters(["mac", "switchip"])),
        .init("Aruba", .path("/swarm.cgi"), .parameters(["opcode"])),
        .init("Ruckus", .parameters(["nbiip", "client_mac", "uip"])),
        .init("Ruckus", .parameters(["sip", "client_mac", "uip", "lid"])),
        .init("UniFi", .url("/guest/s/"), .parameters(["ap", "id"])),
        .init("UniFi", .url("/guest/s/"), .parameters(["ap", "ec"])),
        .init("Juniper Mist", .parameters(["wlan_id", "ap_mac", "client_mac"])),
        .init("Cambium", .parameters(["ga_srvr", "ga_ap_mac"])),
        .init("Extreme", .parameters(["hwc_ip", "hwc_port"])),
        .init("Extreme", .parameters(["hs_server", "qv"])),
        .init("TP-Link Omada", .parameters(["clientmac", "apmac", "ssidname", "radioid"])),
        .init("TP-Link Omada", .parameters(["clientmac", "gatewaymac", "vid"])),
        .init("Alcatel-Lucent", .parameters(["clientmac", "clientip", "switchmac", "switchip"])),
        .init("Zyxel Nebula", .host("nebula.zyxel.com")),
        .init("Zyxel Nebula", .body(".nebula.zyxel.com/cgi-bin/")),
        .init("Nomadix", .parameters(["ui", "ni", "uip", "ma", "rn"])),

        // Firewalls.
        .init("FortiGate", .url("/fgtauth")),
        .init("FortiGate", .body("name=\"4tredir\""), .body("name=\"magic\"")),
        .init("Palo Alto Networks", .path("/php/uid.php"), .parameters(["vsys", "rule"])),
        .init("Check Point", .path("/connect/portalmain")),
        .init("Sophos", .port(8090), .path("/httpclient.html")),

        // Campus portals.
        .init("Ruijie", .url("/eportal/"), .parameters(["wlanuserip", "wlanacname", "nasip"])),
        .init("Huawei", .parameters(["uaddress", "umac"])),
        .init("H3C", .parameters(["userip", "userurl", "usermac"])),
        .init("Dr.COM", .body("dr.comwebloginid")),
        .init("Dr.COM", .header("Server", "drcom")),
    ]
}
